"""The STRICT evidence policy (specification of beliefs, section 15): a judgement from the live entries alone.

Evidence must support what it is cited for, is no stronger than what it stands on, counts once however
often it is told and however many ways lead to it, and stays out once it was retracted.
"""

from .judge import judge
from .records import Judgement, LiveBelief, LiveEntry, Reason, Standing, Status, Verdict
from .weighing import strict_credence

__all__ = [
    "Judgement",
    "LiveBelief",
    "LiveEntry",
    "Reason",
    "Standing",
    "Status",
    "Verdict",
    "judge",
    "strict_credence",
]
