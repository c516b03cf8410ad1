MATCH (d_1)<-[:`SUBJECT`]-(l_3:`Proposition` {`space`: $p0, `predicate`: $p1})-[:`OBJECT`]->(s_2)
WITH d_1, min(CASE WHEN (l_3.`m_confidence` IS :: LIST<ANY> NOT NULL) THEN [] ELSE l_3.`m_confidence` END) AS key_4
WITH * ORDER BY key_4, d_1.`id` LIMIT $p2
RETURN d_1.`name` AS column_5
