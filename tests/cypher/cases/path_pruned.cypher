MATCH (concept_1:`Concept` {`key`: $p0})
CALL (concept_1) {
  MATCH (concept_1)-[:`follows`*1..]->(o_2)
  RETURN DISTINCT o_2
}
WITH * ORDER BY o_2.`id` LIMIT $p1
RETURN o_2.`name` AS column_3
