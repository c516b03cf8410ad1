MATCH (concept_2:`Concept` {`key`: $p0})
CALL (concept_2) {
  MATCH (concept_2)<-[:`is_subclass_of`*0..2]-(s_1)
  RETURN DISTINCT s_1
}
WITH * ORDER BY s_1.`id` LIMIT $p1
RETURN s_1.`name` AS column_3
