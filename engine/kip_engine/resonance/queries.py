"""What a recall asks of the database: each query bounded, whatever the store holds.

`$hub` is the most rows a traversal reads, `$most` the most characters of a text that are sent.
"""

from __future__ import annotations

_FORM = "f.id, f._seq, f._bytes, f._in, f._out, f.mass, left(f.name, $most)"
_CHOSEN = """
  MATCH (e:leads_to) WHERE e.subject = from AND e._seq >= 0
  WITH e ORDER BY e._seq LIMIT $hub
  MATCH (e)-[:OBJECT]->(f)
  WITH f, e ORDER BY f._in DESC, f.mass DESC, e._seq LIMIT 1
"""

OPEN = f"""
OPTIONAL MATCH (scale:ResonantScale {{space: $space}})
RETURN scale.contexts, scale.lengths, scale.plain_lengths,
  COLLECT {{ MATCH (f:ResonantForm {{space: $space, _digest: $exact}}) RETURN [{_FORM}] }},
  COLLECT {{ MATCH (f:ResonantForm {{space: $space, _digest: $canonical}}) RETURN [{_FORM}] }},
  COLLECT {{
    MATCH (f:ResonantForm) WHERE f.space = $space AND f._canonical = $alike AND f._seq >= 0
    WITH f ORDER BY f._seq LIMIT $few RETURN [{_FORM}]
  }},
  COLLECT {{
    MATCH (f:ResonantForm) WHERE f.space = $space AND f._plain = $plain AND f._seq >= 0
    WITH f ORDER BY f._seq LIMIT $few RETURN [{_FORM}]
  }}
"""
SLICES = f"""
UNWIND $digests AS digest
MATCH (f:ResonantForm {{space: $space, _digest: digest}}) WHERE f._in + f._out > 0
RETURN digest, {_FORM}
"""
PLAIN_SLICES = f"""
UNWIND $digests AS digest
CALL (digest) {{
  MATCH (f:ResonantForm) WHERE f.space = $space AND f._plain = digest AND f._seq >= 0
  WITH f ORDER BY f._seq LIMIT $few
  WITH f WHERE f._in + f._out > 0
  RETURN f ORDER BY f._out > 0 DESC, f._seq LIMIT 1
}}
RETURN digest, {_FORM}
"""
CHOSEN = f"""
UNWIND $ids AS from
CALL (from) {{ {_CHOSEN} RETURN f }}
RETURN from, {_FORM}
"""
PREDECESSORS = f"""
MATCH (e:leads_to) WHERE e.object = $id AND e._seq >= 0
WITH e ORDER BY e._seq DESC LIMIT $hub
MATCH (f)<-[:SUBJECT]-(e)
RETURN {_FORM}
"""
CONTINUATIONS = """
MATCH (e:leads_to) WHERE e.subject = $id AND e._seq >= 0
RETURN e.object ORDER BY e._seq LIMIT $hub
"""
SIBLINGS = f"""
MATCH (e:leads_to) WHERE e.object = $id AND e._seq >= 0
WITH e ORDER BY e._seq DESC LIMIT $hub
MATCH (partner)<-[:SUBJECT]-(e) WHERE partner._in + partner._out <= $hub
MATCH (other:leads_to) WHERE other.subject = partner.id AND other._seq >= 0 AND other.object <> $id
WITH other ORDER BY other._seq DESC LIMIT $hub
MATCH (other)-[:OBJECT]->(f)
RETURN count(other), {_FORM}
"""
WHOLE_TEXT = "MATCH (f:ResonantForm {space: $space, _seq: $seq}) RETURN f.name"
COUNTS = """
UNWIND $windows AS hex
MATCH (gram:ResonantGram {space: $space, hex: hex})
RETURN hex, gram.form_count, gram.context_count
"""
CONTEXTS = """
UNWIND $windows AS hex
MATCH (gram:ResonantGram {space: $space, hex: hex})
RETURN hex, gram.contexts
"""
ROOTS = f"""
UNWIND $seqs AS seq
MATCH (root:ResonantForm {{space: $space, _seq: seq}})
WITH root, root.id AS from
CALL (from) {{ {_CHOSEN} RETURN f }}
RETURN root.id, root._seq, root._bytes, root._in, root._out, root.mass, left(root.name, $most), {_FORM}
"""
CANDIDATES = f"""
UNWIND $windows AS hex
MATCH (gram:ResonantGram {{space: $space, hex: hex}})
UNWIND gram.forms[..$hub] AS seq
WITH seq, count(*) AS shared ORDER BY shared DESC, seq LIMIT $pool
MATCH (f:ResonantForm {{space: $space, _seq: seq}}) WHERE f._bytes <= $longest
RETURN shared, {_FORM}
"""
TOKENS = """
UNWIND $tokens AS text
MATCH (token:ResonantToken {space: $space, text: text})
RETURN text, token.shortest
"""
SIMILAR = """
UNWIND $searches AS search
CALL db.index.fulltext.queryNodes('kip_resonant_terms', search[1], {limit: $few}) YIELD node
WITH search, node WHERE node.space = $space
RETURN search[0], node.text
"""
REACHED = """
UNWIND $windows AS hex
MATCH (gram:ResonantGram {space: $space, hex: hex})
CALL (gram) {
  UNWIND gram.forms AS seq
  MATCH (f:ResonantForm {space: $space, _seq: seq})
  CALL (f) {
    WITH f WHERE f._out > 0 RETURN f.id AS context
    UNION ALL
    MATCH (e:leads_to) WHERE e.object = f.id AND e._seq >= 0 RETURN e.subject AS context LIMIT $enough
  }
  WITH context LIMIT $rows
  RETURN count(DISTINCT context) AS contexts
}
RETURN hex, contexts
"""
LEARNED = """
UNWIND $pairs AS pair
MATCH (a:ResonantForm {space: $space, _digest: pair[0]})
MATCH (b:ResonantForm {space: $space, _digest: pair[1]})
WHERE EXISTS { (a)-[:leads_to]-(b) }
RETURN pair[0], pair[1]
"""
EDGES = "UNWIND $keys AS key MATCH (e:Proposition {key: key}) RETURN key"
