CALL () {
  MATCH (a_1:`Concept` {`space`: $p0}) WHERE a_1.`type` IS NOT NULL
  RETURN a_1
UNION ALL
  MATCH (a_1:`Proposition` {`space`: $p0}) WHERE a_1.`predicate` IS NOT NULL
  RETURN a_1
}
CALL (a_1) {
  MATCH (a_1)-[:`follows`*0..1]->(b_2)
  RETURN DISTINCT b_2
}
WITH * ORDER BY a_1.`id`, b_2.`id` LIMIT $p1
RETURN a_1{.*, search_text: null} AS column_4, b_2{.*, search_text: null} AS column_5
