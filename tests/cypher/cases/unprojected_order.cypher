MATCH (d_1)<-[:`SUBJECT`]-(l_3:`Proposition` {`space`: $p0, `predicate`: $p1})-[:`OBJECT`]->(s_2)
WITH d_1, min(l_3.`m_confidence`) AS key_4
WITH * ORDER BY key_4, d_1.`id`
RETURN d_1.`name` AS column_5 LIMIT $p2
