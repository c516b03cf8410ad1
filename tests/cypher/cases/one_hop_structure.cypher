MATCH (concept_1:`Concept` {`key`: $p0})
MATCH (concept_1)-[:`treats`]->(s_2)
RETURN s_2.`name` AS column_4 LIMIT $p1
