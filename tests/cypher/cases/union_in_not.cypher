MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1}) WHERE NOT (EXISTS {
  CALL (d_1) {
    MATCH (d_1)-[:`has_side_effect`]->(e_2)
    RETURN true AS unit_7
  UNION
    MATCH (concept_4:`Concept` {`name_key`: $p2})
    MATCH (d_1)-[:`belongs_to_class`]->(concept_4)
    RETURN true AS unit_7
  }
  RETURN true AS found_8
})
WITH * ORDER BY d_1.`id` LIMIT $p3
RETURN d_1.`name` AS column_9
