"""Identity keys: digests that stand for an element's identity in unique indexes.

Neo4j refuses index keys above about 8 kB and names may be longer, so identities are hashed (BLAKE2b, 128
bits).  Every key holds its space, so one unique index serves all spaces and none can meet another's.
"""

from __future__ import annotations

import unicodedata
from hashlib import blake2b


def concept_key(space: str, type_name: str, name: str) -> str:
    """The key of concept `{type, name}` in `space`; NFC and NFD spellings of a name share it."""
    return _digest("concept", space, type_name, unicodedata.normalize("NFC", name))


def exact_concept_key(space: str, type_name: str, name: str) -> str:
    """Like `concept_key`, for names told apart by their code points: NFC and NFD spellings differ.

    The NFC spelling has the ordinary key, so that KIP finds it as it finds any other name.
    """
    if unicodedata.is_normalized("NFC", name):
        return concept_key(space, type_name, name)
    return _digest("exact", space, type_name, name)


def name_key(space: str, name: str) -> str:
    """The key under which all concepts named `name` in `space` are found."""
    return _digest("name", space, unicodedata.normalize("NFC", name))


def link_key(space: str, subject: str, predicate: str, target: str) -> str:
    """The key of the proposition (subject id, predicate, object id) in `space`."""
    return _digest("link", space, subject, predicate, target)


def _digest(*parts: str) -> str:
    text = "\x00".join(parts)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
