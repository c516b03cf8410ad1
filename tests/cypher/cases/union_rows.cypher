CALL () {
  MATCH (d_1:`Concept` {`space`: $p0, `type`: $p1})
  RETURN d_1 AS d_6, null AS p_7
UNION
  MATCH (p_2:`Concept` {`space`: $p0, `type`: $p2})
  RETURN null AS d_6, p_2 AS p_7
UNION
  MATCH (d_5:`Concept` {`space`: $p0, `type`: $p3})
  RETURN d_5 AS d_6, null AS p_7
}
WITH * WHERE d_6 IS NOT NULL
WITH DISTINCT d_6, p_7
WITH * ORDER BY d_6.`id`, p_7.`id` LIMIT $p4
RETURN d_6.`name` AS column_9, p_7.`name` AS column_10
