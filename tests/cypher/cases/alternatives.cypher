MATCH (concept_2:`Concept` {`key`: $p0})
MATCH (p_1)-[:`working_on`|`interested_in`]->(concept_2)
WITH DISTINCT p_1
WITH * ORDER BY p_1.`id` LIMIT $p1
RETURN p_1.`name` AS column_4
