MATCH (concept_3:`Concept` {`key`: $p0})
MATCH (d_2)<-[:`SUBJECT`]-(link_4:`treats`)-[:`OBJECT`]->(concept_3)
MATCH (who_1)-[:`stated`]->(link_4)
WITH DISTINCT who_1
WITH * ORDER BY who_1.`id` LIMIT $p1
RETURN who_1.`name` AS column_6
