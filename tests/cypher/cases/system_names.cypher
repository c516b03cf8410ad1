MATCH (x_1:`Concept` {`space`: $p0, `type`: $p1})
MATCH (x_1)-[:`trailing__`]->(y_2)
WITH DISTINCT x_1
WITH * ORDER BY x_1.`id` LIMIT $p2
RETURN x_1{.*, search_text: null} AS column_4
