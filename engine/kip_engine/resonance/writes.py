"""What learning writes: a handful of queries a batch, each for all its rows."""

from __future__ import annotations

# No row if the space was deleted.
LOCK = """
MATCH (:Space {name: $space})
MERGE (scale:ResonantScale {space: $space})
ON CREATE SET scale.forms = 0, scale.edges = 0, scale.contexts = 0,
  scale.lengths = [], scale.plain_lengths = []
SET scale.locked_at = $now
RETURN scale.forms, scale.edges, scale.contexts, scale.lengths, scale.plain_lengths
"""
KNOWN_FORMS = """
UNWIND $digests AS digest
MATCH (f:ResonantForm {space: $space, _digest: digest})
RETURN digest, f._seq, f.id, elementId(f), f._in, f._out
"""
KNOWN_EDGES = "UNWIND $keys AS key MATCH (e:Proposition {key: key}) RETURN key"
GROW_FORMS = """
UNWIND $rows AS row
MATCH (f:ResonantForm {space: $space, _seq: row.seq})
SET f.mass = f.mass + row.mass, f._in = row.ins, f._out = row.outs,
  f._version = f._version + 1, f._updated_at = $now
"""
INDEX_WINDOWS = """
UNWIND $rows AS row
MERGE (gram:ResonantGram {space: $space, hex: row[0]})
ON CREATE SET gram.forms = [], gram.form_count = 0, gram.contexts = [], gram.context_count = 0
WITH gram, row[1] AS forms, row[2] + [seq IN row[3] WHERE NOT seq IN gram.contexts] AS contexts
SET gram.form_count = gram.form_count + size(forms), gram.context_count = gram.context_count + size(contexts)
FOREACH (_ IN CASE WHEN size(forms) > 0 AND size(gram.forms) < $kept THEN [1] ELSE [] END |
  SET gram.forms = (gram.forms + forms)[..$kept])
FOREACH (_ IN CASE WHEN size(contexts) > 0 AND size(gram.contexts) < $kept THEN [1] ELSE [] END |
  SET gram.contexts = (gram.contexts + contexts)[..$kept])
"""
INDEX_TOKENS = """
UNWIND $rows AS row
MERGE (token:ResonantToken {space: $space, text: row[0]})
ON CREATE SET token.form_count = 0, token.shortest = row[2], token.term = row[3]
SET token.form_count = token.form_count + row[1],
  token.shortest = CASE WHEN row[2] < token.shortest THEN row[2] ELSE token.shortest END
"""
GROW_SCALE = """
MATCH (scale:ResonantScale {space: $space})
SET scale.forms = $forms, scale.edges = $edges, scale.contexts = $contexts,
  scale.lengths = $lengths, scale.plain_lengths = $plain_lengths
"""
