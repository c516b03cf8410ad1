"""Who calls the brain, and from where: the names and keys of what is theirs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from kip_cypher import keys
from kip_engine.owned import Origin, Vocabulary
from kip_engine.spaces import Space

from . import clock
from .names import LOCAL
from .settings import Settings

OWNER = "brain"
VOCABULARY = Vocabulary(OWNER, "kip_engine.brain")


@dataclass(frozen=True, slots=True)
class Caller:
    """An actor (None: nobody in particular) in a brain namespace of a space."""

    space: Space
    settings: Settings
    namespace: str = LOCAL
    actor: str | None = None

    def within(self, namespace: str) -> Caller:
        """The same caller in another namespace."""
        return replace(self, namespace=namespace)

    @property
    def label(self) -> str:
        """How events name the caller."""
        return "anonymous:local" if self.actor is None else f"actor:{self.actor}"

    @property
    def key(self) -> str:
        """What stands for the namespace in keys and indexes."""
        return digest("namespace", self.space.name, self.namespace)

    def profile_name(self, profile_id: str) -> str:
        """The name of the concept that is a profile here."""
        return f"{self.namespace}/{profile_id}"

    def profile_key(self, profile_id: str) -> str:
        """The key of that concept."""
        return keys.concept_key(self.space.name, "BrainProfile", self.profile_name(profile_id))

    def kind_key(self, consumer_kind: str) -> str:
        """What stands for a kind of consumer here."""
        return digest("kind", self.space.name, self.namespace, consumer_kind)

    def origin(self, now_us: int) -> Origin:
        """Whose, where and when something is written."""
        return Origin(self.space.name, OWNER, clock.as_text(now_us // 1_000 * 1_000)[:-4] + "Z")


def digest(*parts: str) -> str:
    """A short text that stands for `parts`."""
    text = "\x00".join(("brain", *parts))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
