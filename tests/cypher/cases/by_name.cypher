MATCH (d_1:`Concept` {`name_key`: $p0})
RETURN d_1.`type` AS column_2, d_1{.*, search_text: null} AS column_3 LIMIT $p1
