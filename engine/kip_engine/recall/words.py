"""Words as they are compared: folded, cut as SEARCH cuts them, and without their endings."""

from __future__ import annotations

import threading
from collections import Counter
from functools import lru_cache
from typing import Any

from kip_engine.search import tokens
from kip_engine.search.question import STOP_WORDS

_ASKING_WORDS = """
who whom whose what when where which why how many much long often kind sort type name tell me about does did
do has have had was were is are been being some any there know known said say
"""
SAYING_NOTHING = STOP_WORDS | frozenset(_ASKING_WORDS.split())
_local = threading.local()


def stems(text: str) -> list[str]:
    """The words of `text` in order, without endings: "painted" and "painting" are one."""
    return [stem(term) for term in tokens.terms(text)]


@lru_cache(maxsize=8_192)
def counted(text: str) -> Counter[str]:
    """How often `text` has each word, without endings.  Kept, and not to be changed."""
    return Counter(stems(text))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """`word` without its ending, as in English; words of other scripts stay as they are."""
    return str(_stemmer().stemWord(word)) if word.isascii() and len(word) > 3 else word


def telling(text: str) -> list[str]:
    """The words of a question that say what is looked for, each once; all of them if none does."""
    words = list(dict.fromkeys(tokens.terms(text)))
    found = [word for word in words if (word not in SAYING_NOTHING and len(word) > 1) or not word.isascii()]
    return list(dict.fromkeys(stem(word) for word in found or words))


def _stemmer() -> Any:
    """One for each thread: it keeps the word it is at."""
    if not hasattr(_local, "stemmer"):
        import snowballstemmer

        _local.stemmer = snowballstemmer.stemmer("english")
    return _local.stemmer
