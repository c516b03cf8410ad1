MATCH (concept_1:`Concept` {`key`: $p0})
CALL (concept_1) {
  MATCH (concept_1)-[:`follows`]->(step_3)
  WITH DISTINCT step_3
  MATCH (step_3)-[:`follows`]->(step_4)
  WITH DISTINCT step_4
  MATCH (step_4)-[:`follows`*0..2]->(o_2)
  RETURN DISTINCT o_2
}
WITH * ORDER BY o_2.`id` LIMIT $p1
RETURN o_2.`name` AS column_5
