"""The server's jars: what the lock names, and nothing else, from wherever this machine may fetch."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kip_engine.server.fetch import fetch_jars
from kip_engine.server.locked import LockedJar, locked_jars, parse_lock
from kip_engine.server.maven import project_text
from kip_engine.server.progress import Progress, ignore
from kip_engine.server.repositories import mirror_of_central, repository_urls
from kip_grammar.errors import KipError

CONTENT = b"not really a jar" * 1000
MIRROR = """\
<settings xmlns="http://maven.apache.org/SETTINGS/1.0.0">
<mirrors><mirror><id>house</id><mirrorOf>{pattern}</mirrorOf><url>{url}</url></mirror></mirrors>
</settings>
"""


def jar_of(content: bytes, artifact: str = "thing") -> LockedJar:
    """A lock line's worth of `content`."""
    return LockedJar("org.example", artifact, "1.0", "", hashlib.sha256(content).hexdigest(), len(content))


class _Quiet(SimpleHTTPRequestHandler):
    asked: list[str]

    def __init__(self, asked: list[str], *arguments: object, **keywords: object) -> None:
        self.asked = asked
        super().__init__(*arguments, **keywords)  # type: ignore[arg-type]

    def log_message(self, *_: object) -> None:
        self.asked.append(self.path)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, list[str]]]:
    """A Maven repository on loopback that is this user's mirror: its folder, and what it was asked for."""
    home, folder, asked = tmp_path / "home", tmp_path / "repository", list[str]()
    folder.mkdir()
    handler = partial(_Quiet, asked, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        (home / ".m2").mkdir(parents=True)
        url = f"http://127.0.0.1:{server.server_port}"
        (home / ".m2" / "settings.xml").write_text(MIRROR.format(pattern="central", url=url))
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.setenv("USERPROFILE", str(home))
        monkeypatch.setenv("M2_REPO", str(home / ".m2" / "repository"))
        monkeypatch.setenv("PATH", str(home))  # no mvn
        yield folder, asked
        server.shutdown()


def put(folder: Path, jar: LockedJar, content: bytes) -> Path:
    """Place `content` where a repository in `folder` has `jar`."""
    path = folder / jar.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_jars_are_downloaded_and_progress_adds_up(repository: tuple[Path, list[str]], tmp_path: Path) -> None:
    jars = [jar_of(CONTENT + str(number).encode(), f"thing{number}") for number in range(5)]
    for number, jar in enumerate(jars):
        put(repository[0], jar, CONTENT + str(number).encode())
    reports: list[Progress] = []
    paths = fetch_jars(jars, tmp_path / "cache", reports.append)
    assert [path.read_bytes()[-1:] for path in paths] == [b"0", b"1", b"2", b"3", b"4"]
    assert reports[-1] == Progress("fetch", sum(jar.size for jar in jars), sum(jar.size for jar in jars))


def test_what_is_in_the_cache_is_not_fetched_again(
    repository: tuple[Path, list[str]], tmp_path: Path
) -> None:
    folder, asked = repository
    jar = jar_of(CONTENT)
    put(folder, jar, CONTENT)
    fetch_jars([jar], tmp_path / "cache", ignore)
    fetch_jars([jar], tmp_path / "cache", ignore)
    assert len(asked) == 1


def test_a_download_that_is_not_what_the_lock_names_is_refused_and_thrown_away(
    repository: tuple[Path, list[str]], tmp_path: Path
) -> None:
    jar = jar_of(CONTENT)
    put(repository[0], jar, CONTENT[:-1] + b"!")
    with pytest.raises(KipError, match="SHA-256") as caught:
        fetch_jars([jar], tmp_path / "cache", ignore)
    assert caught.value.code == "KIP_4003"
    assert caught.value.hint
    assert [
        file for file in (tmp_path / "cache").rglob("*.*") if file.is_file() and file.name != ".lock"
    ] == []


def test_a_damaged_jar_in_the_cache_is_replaced(repository: tuple[Path, list[str]], tmp_path: Path) -> None:
    jar = jar_of(CONTENT)
    put(repository[0], jar, CONTENT)
    damaged = put(tmp_path / "cache", jar, CONTENT[:100])
    fetch_jars([jar], tmp_path / "cache", ignore)
    assert damaged.read_bytes() == CONTENT


def test_an_interrupted_fetch_goes_on_where_it_stopped(
    repository: tuple[Path, list[str]], tmp_path: Path
) -> None:
    folder, asked = repository
    first, second = jar_of(CONTENT, "first"), jar_of(CONTENT, "second")
    put(folder, first, CONTENT)
    with pytest.raises(KipError, match=r"second-1\.0\.jar"):
        fetch_jars([first, second], tmp_path / "cache", ignore)
    put(folder, second, CONTENT)
    asked.clear()
    fetch_jars([first, second], tmp_path / "cache", ignore)
    assert asked == [f"/{second.path}"]


def test_maven_s_own_downloads_are_reused_only_if_their_hash_matches(
    repository: tuple[Path, list[str]], tmp_path: Path
) -> None:
    folder, asked = repository
    maven = tmp_path / "home" / ".m2" / "repository"
    good, bad = jar_of(CONTENT, "good"), jar_of(CONTENT, "bad")
    put(maven, good, CONTENT)
    put(maven, bad, CONTENT[::-1])
    put(folder, bad, CONTENT)
    fetch_jars([good, bad], tmp_path / "cache", ignore)
    assert asked == [f"/{bad.path}"]


def test_a_mirror_in_maven_s_settings_replaces_the_default_repository(
    repository: tuple[Path, list[str]],
) -> None:
    (url,) = repository_urls()
    assert url.startswith("http://127.0.0.1:")


@pytest.mark.parametrize(
    ("pattern", "mirrored"),
    [
        ("*", True),
        ("central", True),
        ("external:*", True),
        ("other, central", True),
        ("*,!central", False),
        ("other", False),
    ],
)
def test_a_mirror_counts_if_it_mirrors_central(tmp_path: Path, pattern: str, mirrored: bool) -> None:
    settings = tmp_path / "settings.xml"
    settings.write_text(MIRROR.format(pattern=pattern, url="http://127.0.0.1/house"))
    assert (mirror_of_central(settings) == "http://127.0.0.1/house") is mirrored


def test_settings_that_are_missing_or_broken_are_no_mirror(tmp_path: Path) -> None:
    assert mirror_of_central(tmp_path / "absent.xml") is None
    (tmp_path / "broken.xml").write_text("<settings>")
    assert mirror_of_central(tmp_path / "broken.xml") is None


def test_the_lock_names_the_server_s_jars_each_once_with_a_hash() -> None:
    jars = locked_jars()
    assert {"neo4j-5.26.30.jar", "neo4j-server-5.26.30.jar", "neo4j-browser-5.24.0.jar"} <= {
        jar.name for jar in jars
    }
    assert len({(jar.group, jar.artifact, jar.classifier) for jar in jars}) == len(jars) > 200
    assert all(len(bytes.fromhex(jar.sha256)) == 32 and jar.size > 0 for jar in jars)


def test_a_classifier_is_part_of_the_file_s_name() -> None:
    (jar,) = parse_lock(f"# comment\n\nio.netty:epoll:4.1:linux-x86_64 {'0' * 64} 7\n")
    assert str(jar.path) == "io/netty/epoll/4.1/epoll-4.1-linux-x86_64.jar"
    assert "<classifier>linux-x86_64</classifier>" in project_text([jar])
