MATCH (concept_1:`Concept` {`key`: $p0})
MATCH (concept_1)<-[:`SUBJECT`]-(l_3:`treats`)-[:`OBJECT`]->(s_2) WHERE (l_3.`m_confidence` > $p1)
WITH * ORDER BY s_2.`id`, l_3.`id` LIMIT $p2
RETURN s_2.`name` AS column_4, l_3.`m_confidence` AS column_5
