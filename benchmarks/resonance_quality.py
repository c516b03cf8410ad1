"""How well resonance answers: what was taught, asked otherwise, and what was never taught.

Facts of our own writing (`facts/*.tsv`: question, answer, a paraphrase, a near miss) in memories of thirty,
and templated memories ("X's attribute") of 300 and 1 000 facts.  Each taught question is asked without its
marks, with a slip of the pen, with a greeting around it and as a paraphrase; a near miss puts an entity that
was never taught into the same frame, and must meet silence.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import kip

FACTS = Path(__file__).parent / "facts"
STORE = 30

GREETINGS = (
    "Hi there! {} Thanks!",
    "Hello, quick question: {}",
    "Good morning, {} please",
    "Sorry to bother you, but {}",
    "hey, do you remember {}",
    "Could you tell me: {} Thank you so much.",
)


@dataclass(frozen=True)
class Fact:
    """A taught question with its answer, a paraphrase and a near miss."""

    question: str
    answer: str
    paraphrase: str
    near_miss: str


@dataclass
class Tally:
    """Outcomes of one way of asking."""

    right: int = 0
    wrong: int = 0
    silent: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return self.right + self.wrong + self.silent


def read_facts(name: str) -> list[Fact]:
    """The facts of one file."""
    lines = (FACTS / name).read_text(encoding="utf-8").splitlines()
    return [Fact(*line.split("\t")) for line in lines]


def unmarked(question: str) -> str:
    """`question` in lower case, without its final mark."""
    return question.lower().rstrip("?？؟ .").lstrip("¿")


def mistyped(question: str, chance: random.Random) -> str:
    """`question` with one slip of the pen in a longer word, not in its first character."""
    words = [word for word in question.split() if sum(map(str.isalpha, word)) >= 5] or question.split()
    word = chance.choice(words)
    place = chance.choice(
        [place for place in range(1, len(word) - 1) if word[place : place + 2].isalpha()] or [0]
    )
    slips = (
        word[:place] + word[place + 1 :],
        word[:place] + word[place] + word[place:],
        word[:place] + word[place : place + 2][::-1] + word[place + 2 :],
        word[:place] + chance.choice("aeiou") + word[place + 1 :],
    )
    return question.replace(word, chance.choice(slips), 1)


def greeted(question: str, chance: random.Random) -> str:
    """`question` with a greeting around it."""
    return chance.choice(GREETINGS).format(question)


def ways(fact: Fact, chance: random.Random) -> Iterator[tuple[str, str, str | None]]:
    """(way of asking, query, the right answer or None for silence)."""
    yield "exact", fact.question, fact.answer
    yield "dropped mark", unmarked(fact.question), fact.answer
    yield "typo", mistyped(fact.question, chance), fact.answer
    yield "greeting", greeted(fact.question, chance), fact.answer
    yield "paraphrase", fact.paraphrase, fact.answer
    yield "near miss", fact.near_miss, None


_PEOPLE = """
Hugo Otilia Pablo Zoe Teresa Umberto Stefan Irene Mara Ines Carlo Signe Odile Lena Otto Ivo Yara
Bruno Felix Clara Ada Nils Greta Jonas Elif Dario Petra Milan Sonja Viktor Amira Basil Celeste
Dorian Esther Fabian Gloria Henrik
"""
PEOPLE = _PEOPLE.split()
_FAMILIES = """
Duarte Winkler Vogel Becker Zapata Xu Jung Schulz Byron Vance Okafor Lindt Moreau Novak Silva Kaya
Haas Brandt Costa Rossi Weber Larsen Kim Tanaka Ivanov Adeyemi Bianchi Castellan Dufour Eriksen
Farkas Gomez Hakim
"""
FAMILIES = _FAMILIES.split()
_ATTRIBUTES = """
manager | hobby | birthday | employer | hometown | favourite colour | favourite dish | car | phone
number | office | dentist | sister | landlord | bank | shoe size | blood type
"""
ATTRIBUTES = [" ".join(one.split()) for one in _ATTRIBUTES.split("|")]
_VALUES = """
glacier dune reef orchid saffron fjord delta hazel harbor wharf basalt juniper ember cobalt walnut
"""
VALUES = _VALUES.split()


def templated(count: int, chance: random.Random, *, one_name: bool) -> list[Fact]:
    """`count` facts "X's attribute": of people with one name or two, several attributes each."""
    names = PEOPLE if one_name else [f"{first} {last}" for first in PEOPLE for last in FAMILIES]
    people = chance.sample(names, max(count // 12, 20)) if not one_name else names
    if one_name:
        people = [*names, *FAMILIES]
    taught, strangers = people[: len(people) * 3 // 4], people[len(people) * 3 // 4 :]
    keys = [(person, attribute) for person in taught for attribute in ATTRIBUTES]
    chance.shuffle(keys)
    return [
        _templated_fact(person, attribute, chance.choice(strangers), chance)
        for person, attribute in keys[:count]
    ]


def _templated_fact(person: str, attribute: str, stranger: str, chance: random.Random) -> Fact:
    value = f"{chance.choice(VALUES)} {chance.choice(VALUES)} {chance.randrange(100, 1000)}"
    reworded = chance.choice(("what is the {} of {}", "tell me about the {} of {} please", "{} of {}?"))
    return Fact(
        f"{person}'s {attribute}", value, reworded.format(attribute, person), f"{stranger}'s {attribute}"
    )


def measure(
    facts: Sequence[Fact], asked: Sequence[Fact], chance: random.Random, space: str
) -> dict[str, Tally]:
    """Teach `facts` in a memory of their own and ask for those of `asked` in every way."""
    tallies: dict[str, Tally] = {}
    with kip.connect(space=space) as client:
        client.resonance.learn_many((fact.question, fact.answer) for fact in facts)
        for fact in asked:
            for way, query, right in ways(fact, chance):
                found = client.resonance.recall(query)
                _note(tallies.setdefault(way, Tally()), query, right, found)
    kip.drop_space(space)
    return tallies


def _note(tally: Tally, query: str, right: str | None, found: kip.resonance.Answer) -> None:
    if found.text == right:
        tally.right += 1
        return
    tally.silent += found.text is None
    tally.wrong += found.text is not None
    tally.misses.append(f"{query!r} -> {found.tier}: {found.text!r}, wanted {right!r}")


def merge(tallies: Sequence[dict[str, Tally]]) -> dict[str, Tally]:
    """The sums of `tallies`."""
    total: dict[str, Tally] = {}
    for one in tallies:
        for way, tally in one.items():
            whole = total.setdefault(way, Tally())
            whole.right += tally.right
            whole.wrong += tally.wrong
            whole.silent += tally.silent
            whole.misses += tally.misses
    return total


def show(title: str, tallies: dict[str, Tally], *, misses: bool) -> None:
    """Print one table."""
    print(f"\n{title}\n| asked | right | wrong | silent | per 30 |\n| --- | --- | --- | --- | --- |")
    for way, tally in tallies.items():
        share = 30 * tally.right / tally.asked
        print(f"| {way} ({tally.asked}) | {tally.right} | {tally.wrong} | {tally.silent} | {share:.1f} |")
    for way, tally in tallies.items() if misses else ():
        for miss in tally.misses:
            print(f"  {way}: {miss}")


def run(*, misses: bool = False) -> None:
    """Measure everything, and with `misses` name what wasn't answered as it should be."""
    for name in ("everyday_en.tsv", "everyday_world.tsv"):
        facts, chance = read_facts(name), random.Random(7)
        chance.shuffle(facts)
        stores = [facts[place : place + STORE] for place in range(0, len(facts), STORE)]
        space = f"benchmark-{name[:-4]}"
        show(name, merge([measure(store, store, chance, space) for store in stores]), misses=misses)
    for count in (300, 1000):
        for one_name in (False, True):
            chance = random.Random(count)
            facts = templated(count, chance, one_name=one_name)
            kind = "one name" if one_name else "two names"
            title = f'{len(facts)} facts "X\'s attribute", {kind}'
            show(title, measure(facts, facts[:60], chance, "benchmark-templated"), misses=misses)
