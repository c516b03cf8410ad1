"""Names in a question: what is quoted, spelled with a capital, or shaped like an identifier."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from kip_engine.search.question import STOP_WORDS

from .asked import Name

MOST = 6
LONGEST = 120

_QUOTED = re2.compile(
    r'"([^"\n]{1,120})"|“([^”\n]{1,120})”|«([^»\n]{1,120})»|「([^」\n]{1,120})」|『([^』\n]{1,120})』'
)
_CODED = re2.compile(r"(?:^|[\s(,])@?([\w$.-]*(?:[\w$]_[\w]|\w@\w|[a-z\d][A-Z]|\$\w|[A-Za-z]\d)[\w.$@-]*)")
_WORD = re2.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_.&+-]*|[^\s\p{L}\p{N}]")
_POSSESSIVE = ("'s", "’s")
_JOINING_WORDS = "of the de la le von van der den da di du el al bin"
_OPENING_WORDS = """
tell list show give find summarize summarise describe explain name please compare recall remember search look
get brief prepare say think according yes no ok okay hi hello hey also any every all each both most some many
much during since before after until between last next today yesterday tomorrow recently would could should
did does was were has have had will can may might must let within without given if suppose
"""
_CALENDAR_WORDS = """
january february march april may june july august september october november december monday tuesday wednesday
thursday friday saturday sunday
"""
_ENGLISH_WORDS = """
the what who whom whose is are does did do of to and about have has had with how when where which my your we
you they i tell that this for been he she his their
"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_JOINING = frozenset(_JOINING_WORDS.split())
_OPENING = frozenset(_OPENING_WORDS.split())
_CALENDAR = frozenset(_CALENDAR_WORDS.split())


def find_names(text: str) -> tuple[Name, ...]:
    """The names in `text`, as it spells them, the longest of overlapping ones, at most `MOST`.

    What only a capital tells is sure in English alone: other languages give one to every noun.
    """
    english = not _ENGLISH.isdisjoint(text.lower().replace("'", " ").split())
    capital = (name if english else Name(name.text, sure=False) for name in _capital(text))
    found: dict[str, bool] = {}
    for name in (*_quoted(text), *capital, *_coded(text)):
        key = name.text.strip(" .,'’-")
        if key and len(key) <= LONGEST and not any(key in longer for longer in found if key != longer):
            found[key] = found.get(key, False) or name.sure
    return tuple(Name(key, sure) for key, sure in list(found.items())[:MOST])


def _quoted(text: str) -> Iterator[Name]:
    for match in _QUOTED.finditer(text):
        quoted = next(group for group in match.groups() if group)
        yield Name(quoted)


def _coded(text: str) -> Iterator[Name]:
    for match in _CODED.finditer(text):
        yield Name(match.group(1))


def _capital(text: str) -> Iterator[Name]:
    """Runs of words with a capital, and small words between two of them."""
    run: list[str] = []
    opens = begins = True
    for word in (match.group() for match in _WORD.finditer(text)):
        if _is_capital(word) and not (opens and _is_plain(word)):
            begins = begins if run else opens
            run.append(word)
            if word.endswith(_POSSESSIVE):
                yield from _run(run, begins)
                run = []
        elif run and word in _JOINING:
            run.append(word)
        else:
            yield from _run(run, begins)
            run = []
        opens = word in ".?!:;\n" or (opens and not word[0].isalnum())
    yield from _run(run, begins)


def _run(run: list[str], begins: bool) -> Iterator[Name]:
    while run and run[-1] in _JOINING:
        run.pop()
    if run:
        name = _owner(" ".join(run))
        yield Name(name, sure=not begins or len(run) > 1)


def _is_capital(word: str) -> bool:
    plain = _owner(word.lower())
    return word[0].isupper() and plain not in STOP_WORDS and plain not in _CALENDAR


def _owner(word: str) -> str:
    """`word` without the ending of a genitive."""
    return word[:-2] if word.endswith(_POSSESSIVE) else word


def _is_plain(word: str) -> bool:
    return word.lower() in _OPENING or word.lower() in STOP_WORDS
