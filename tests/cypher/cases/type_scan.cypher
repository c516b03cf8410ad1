MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1})
WITH * ORDER BY CASE WHEN (d_1.`price` IS :: LIST<ANY> NOT NULL) THEN [] ELSE d_1.`price` END IS NULL, CASE WHEN (d_1.`price` IS :: LIST<ANY> NOT NULL) THEN [] ELSE d_1.`price` END DESC, d_1.`name`, d_1.`id` LIMIT $p2
RETURN d_1.`name` AS column_2, CASE WHEN (d_1.`price` IS :: LIST<ANY> NOT NULL) THEN [] ELSE d_1.`price` END AS sort_3, d_1.`name` AS sort_4, d_1.`id` AS sort_5
