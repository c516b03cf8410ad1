MATCH (d_1:`Concept` {`name_key`: $p0})
WITH * ORDER BY d_1.`id` LIMIT $p1
RETURN d_1.`type` AS column_2, d_1{.*, search_text: null} AS column_3
