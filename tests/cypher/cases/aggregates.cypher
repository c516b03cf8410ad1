MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1})
WITH count(d_1) AS group_2, count(DISTINCT d_1.`a`) AS group_3, sum(CASE WHEN (d_1.`price` IS :: INTEGER NOT NULL | FLOAT NOT NULL) THEN d_1.`price` END) AS group_4, min(CASE WHEN (d_1.`name` IS :: INTEGER NOT NULL | FLOAT NOT NULL | STRING NOT NULL) THEN d_1.`name` END) AS group_5
RETURN group_2 AS column_6, group_3 AS column_7, group_4 AS column_8, group_5 AS column_9
