"""Download one jar from the first repository that has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from .failures import unavailable
from .locked import LockedJar
from .repositories import repository_urls

CHUNK_BYTES = 1 << 16
TIMEOUT_SECONDS = 30.0
RETRY = Retry(total=4, backoff_factor=0.5, status_forcelist=(429, 500, 502, 503, 504), raise_on_status=False)


class Downloader:
    """Keeps up to `connections` connections open to each repository; a context manager that closes them."""

    def __init__(self, connections: int) -> None:
        self._urls = repository_urls()
        self._session = requests.Session()
        self._session.mount("https://", HTTPAdapter(pool_maxsize=connections, max_retries=RETRY))
        self._session.mount("http://", HTTPAdapter(pool_maxsize=connections, max_retries=RETRY))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.close()

    def download(self, jar: LockedJar, target: Path, received: Callable[[int], None]) -> None:
        """Write `jar` to `target`, calling `received` with the size in bytes of every piece.

        Raises KIP_4003 if no repository gives it.
        """
        problems = []
        for url in self._urls:
            try:
                return self._stream(f"{url}/{jar.path}", target, received)
            except (requests.RequestException, OSError) as problem:
                problems.append(str(problem))
        raise unavailable(
            f"could not download {jar.name}: {'; '.join(problems)}",
            "check the network (HTTPS_PROXY and Maven's settings.xml are honoured), "
            "run it again to go on where it stopped, or set NEO4J_URI",
        )

    def _stream(self, url: str, target: Path, received: Callable[[int], None]) -> None:
        with (
            self._session.get(url, stream=True, timeout=TIMEOUT_SECONDS) as response,
            target.open("wb") as file,
        ):
            response.raise_for_status()
            for chunk in response.iter_content(CHUNK_BYTES):
                file.write(chunk)
                received(len(chunk))
