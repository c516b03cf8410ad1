"""Which Maven repositories to ask, in which order, as this machine's own settings say.

No host is named here: a mirror comes from Maven's settings.xml, further repositories from jgo's settings, and
the default one from jgo.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from jgo.config import GlobalSettings
from jgo.constants import MAVEN_CENTRAL_URL

MIRRORS_OF_CENTRAL = {"*", "central", "external:*"}


def _local_name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _mirror_url(mirror: ElementTree.Element) -> str | None:
    fields = {_local_name(child): (child.text or "").strip() for child in mirror}
    patterns = {pattern.strip() for pattern in fields.get("mirrorOf", "").split(",")}
    mirrored = patterns & MIRRORS_OF_CENTRAL and "!central" not in patterns
    return fields.get("url") if mirrored else None


def mirror_of_central(settings: Path) -> str | None:
    """The URL a Maven `settings` file gives as mirror of the default repository, if it gives one."""
    try:
        root = ElementTree.parse(settings).getroot()
    except (OSError, ElementTree.ParseError):
        return None
    mirrors = (_mirror_url(element) for element in root.iter() if _local_name(element) == "mirror")
    return next((url for url in mirrors if url), None)


def repository_urls() -> tuple[str, ...]:
    """Base URLs to download jars from, the first one preferred."""
    default = mirror_of_central(Path.home() / ".m2" / "settings.xml") or MAVEN_CENTRAL_URL
    further = GlobalSettings.load().repositories.values()
    return tuple(dict.fromkeys(url.rstrip("/") for url in (default, *further)))


def local_repository() -> Path:
    """Maven's own download folder, whose jars are reused where their hash matches."""
    return Path(GlobalSettings.load().repo_cache)
