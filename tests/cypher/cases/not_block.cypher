MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1}) WHERE NOT (EXISTS {
  MATCH (d_1)<-[:`SUBJECT`]-(l_3:`treats`)-[:`OBJECT`]->(s_2) WHERE (l_3.`m_confidence` < $p2)
  RETURN true AS found_4
})
WITH * ORDER BY d_1.`id` LIMIT $p3
RETURN d_1.`name` AS column_5
