MATCH (a_1)<-[:`SUBJECT`]-(link_3:`Proposition` {`space`: $p0, `predicate`: $p1})-[:`OBJECT`]->(b_2)
WITH * ORDER BY a_1.`id`, b_2.`id` LIMIT $p2
RETURN a_1.`name` AS column_4, b_2.`name` AS column_5
