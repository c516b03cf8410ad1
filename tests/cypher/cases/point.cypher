MATCH (d_1:`Concept` {`key`: $p0})
RETURN d_1{.*, search_text: null} AS column_2
