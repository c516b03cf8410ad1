"""Elements that the engine's verbs write, and KML can read but not change (KIP_3004).

They are concepts and propositions like all others, of types and predicates that a *vocabulary* defines in a
space on the first use of its verbs, and carry their owner in a hidden property.
"""

from .rows import CREATE_CONCEPTS, CREATE_LINKS, Origin, Row, concept, link, link_properties, stored
from .vocabulary import Vocabulary, register

__all__ = [
    "CREATE_CONCEPTS",
    "CREATE_LINKS",
    "Origin",
    "Row",
    "Vocabulary",
    "concept",
    "link",
    "link_properties",
    "register",
    "stored",
]
