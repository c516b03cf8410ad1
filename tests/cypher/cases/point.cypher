MATCH (d_1:`Concept` {`key`: $p0})
WITH * ORDER BY d_1.`id` LIMIT $p1
RETURN d_1{.*, search_text: null} AS column_2
