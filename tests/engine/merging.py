"""What the tests of MERGE and EXPORT share: statements on a memory, and whether its graph is sound."""

from __future__ import annotations

from typing import Any

import pytest

from kip_engine import doctor
from kip_engine.answers import Answer
from kip_engine.execute import Setting, execute
from kip_engine.statements import Prepared
from kip_engine.storage.settings import Limits
from kip_grammar import KipError, parse

TOPICS = """
UPSERT {
  CONCEPT ?topic { {type: "$ConceptType", name: "Topic"} }
  CONCEPT ?human { {type: "$ConceptType", name: "Human"} }
  CONCEPT ?likes { {type: "$PropositionType", name: "likes"} }
  CONCEPT ?knows { {type: "$PropositionType", name: "knows"} }
  CONCEPT ?stated { {type: "$PropositionType", name: "stated"} }
  CONCEPT ?js { {type: "Topic", name: "JS"} }
  CONCEPT ?javascript { {type: "Topic", name: "JavaScript"} }
  CONCEPT ?bob { {type: "Human", name: "Bob"} }
}
"""
MERGE = """
MERGE CONCEPT ?dup INTO ?canonical
WHERE { ?dup {type: "Topic", name: "JS"} ?canonical {type: "Topic", name: "JavaScript"} }
"""


def answer(memory: Any, text: str, *, dry_run: bool = False, **parameters: Any) -> Answer:
    """The answer to one statement; raises its error."""
    setting = Setting(memory.space, Limits(), dry_run)
    result: Answer = memory.database.run(execute(Prepared(text, parse(text)), parameters, setting))
    return result


def merge(memory: Any, text: str = MERGE, **parameters: Any) -> tuple[int, int, int]:
    """The links repointed, links deduplicated and attributes filled by a MERGE."""
    result = answer(memory, text, **parameters).result
    assert result.pop("merged") is True
    return result["links_repointed"], result["links_deduplicated"], result["attributes_filled"]


def failure(memory: Any, text: str, **parameters: Any) -> KipError:
    """The error of a statement that must fail; it says where and what to do."""
    with pytest.raises(KipError) as caught:
        answer(memory, text, **parameters)
    assert caught.value.hint
    assert caught.value.position is not None
    return caught.value


def unsound(memory: Any) -> list[Any]:
    """What the doctor finds wrong in the graph of the memory."""
    findings = memory.database.run(doctor.examine(memory.space.name))
    return [finding for finding in findings if finding.space == memory.space.name and finding.count]


def ids(memory: Any, predicate: str) -> list[str]:
    """The ids of the links under a predicate, by age."""
    text = """MATCH (n:Proposition) WHERE n.space = $space AND n.predicate = $predicate
    RETURN n.id ORDER BY n.id"""
    return [row[0] for row in memory.read(text, predicate=predicate)]
