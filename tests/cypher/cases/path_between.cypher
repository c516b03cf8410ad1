MATCH (b_2:`Concept` {`key`: $p0})
CALL (b_2) {
  MATCH (b_2)<-[:`follows`*1..3]-(a_1)
  RETURN DISTINCT a_1
}
MATCH (a_1:`Drug`)
WITH * ORDER BY a_1.`id` LIMIT $p1
RETURN a_1.`name` AS column_3
