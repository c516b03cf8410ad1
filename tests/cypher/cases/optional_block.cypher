MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1})
OPTIONAL CALL (d_1) {
  MATCH (d_1)-[:`belongs_to_class`]->(c_2)
  MATCH (c_2)-[:`is_subclass_of`]->(p_4)
  RETURN c_2
}
WITH * WHERE c_2 IS NULL
WITH DISTINCT d_1, c_2
WITH * ORDER BY d_1.`id`, c_2.`id` LIMIT $p2
RETURN d_1.`name` AS column_6, c_2.`name` AS column_7
