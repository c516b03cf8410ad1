MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1}) WHERE EXISTS {
  MATCH (s_2:`Concept` {`space`: $p0, `type`: $p2})
  MATCH (x_3)-[:`treats`]->(s_2)
  RETURN true AS found_5
}
WITH * ORDER BY d_1.`id` LIMIT $p3
RETURN d_1.`name` AS column_6
