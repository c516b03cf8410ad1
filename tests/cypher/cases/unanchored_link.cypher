MATCH (a_1)<-[:`SUBJECT`]-(link_3:`Proposition` {`space`: $p0, `predicate`: $p1})-[:`OBJECT`]->(b_2)
RETURN a_1.`name` AS column_4, b_2.`name` AS column_5 LIMIT $p2
