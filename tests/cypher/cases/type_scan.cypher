MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1})
WITH * ORDER BY d_1.`price` IS NULL, d_1.`price` DESC, d_1.`name`, d_1.`id` LIMIT $p2
RETURN d_1.`name` AS column_2, d_1.`price` AS sort_3, d_1.`name` AS sort_4, d_1.`id` AS sort_5
