MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1}) WHERE (NOT (coalesce((d_1.`a` < $p2), false)) AND (NOT (coalesce((d_1.`b` = $p3), false)) OR ((d_1.`c` IN $p4) OR d_1.`c` IS NULL)) AND NOT (coalesce((d_1.`name` CONTAINS $p5), false)))
WITH * ORDER BY d_1.`id` LIMIT $p6
RETURN d_1{.*, search_text: null} AS column_2
