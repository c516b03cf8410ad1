MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1}) WHERE (d_1.`name` IN $p2)
WITH * ORDER BY d_1.`id` LIMIT $p3
RETURN d_1{.*, search_text: null} AS column_2
