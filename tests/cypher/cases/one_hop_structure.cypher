MATCH (concept_1:`Concept` {`key`: $p0})
MATCH (concept_1)-[:`treats`]->(s_2)
WITH * ORDER BY s_2.`id` LIMIT $p1
RETURN s_2.`name` AS column_4
