MATCH (d_1)<-[:`SUBJECT`]-(link_3:`Proposition` {`space`: $p0, `predicate`: $p1})-[:`OBJECT`]->(s_2)
WITH s_2.`name` AS group_4, count(DISTINCT d_1) AS group_7, avg(CASE WHEN (d_1.`price` IS :: INTEGER NOT NULL | FLOAT NOT NULL) THEN d_1.`price` END) AS group_6, min(s_2.`id`) AS tie_8
WITH * ORDER BY CASE WHEN (group_7 IS :: LIST<ANY> NOT NULL) THEN [] ELSE group_7 END IS NULL, CASE WHEN (group_7 IS :: LIST<ANY> NOT NULL) THEN [] ELSE group_7 END DESC, CASE WHEN (group_4 IS :: LIST<ANY> NOT NULL) THEN [] ELSE group_4 END, tie_8 LIMIT $p2
RETURN group_4 AS column_9, group_7 AS column_10, group_6 AS column_11, CASE WHEN (group_7 IS :: LIST<ANY> NOT NULL) THEN [] ELSE group_7 END AS sort_12, CASE WHEN (group_4 IS :: LIST<ANY> NOT NULL) THEN [] ELSE group_4 END AS sort_13, tie_8 AS sort_14
