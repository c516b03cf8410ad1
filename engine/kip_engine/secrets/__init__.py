"""Text that looks like a credential: found by its shape, masked before anything is stored.

The shapes and the labels are those of the belief layer's original (specification of beliefs, section 10), as
tabled in docs/BELIEFS.md.  What was masked reads `[REDACTED:<label>]`.
"""

from .masking import mask_record, mask_text, mask_value
from .scanning import Finding, find_secret, find_secrets

__all__ = ["Finding", "find_secret", "find_secrets", "mask_record", "mask_text", "mask_value"]
