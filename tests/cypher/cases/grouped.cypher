MATCH (d_1)<-[:`SUBJECT`]-(link_3:`Proposition` {`space`: $p0, `predicate`: $p1})-[:`OBJECT`]->(s_2)
WITH s_2.`name` AS group_4, count(DISTINCT d_1) AS group_7, avg(CASE WHEN (d_1.`price` IS :: INTEGER NOT NULL | FLOAT NOT NULL) THEN d_1.`price` END) AS group_6
WITH * ORDER BY group_7 IS NULL, group_7 DESC, group_4 LIMIT $p2
RETURN group_4 AS column_8, group_7 AS column_9, group_6 AS column_10, group_7 AS sort_11, group_4 AS sort_12
