MATCH (l_3:`Proposition` {`space`: $p0, `predicate`: $p1}) WHERE (l_3.`m_confidence` > $p2)
WITH * ORDER BY l_3.`id` LIMIT $p3
RETURN l_3.`m_confidence` AS column_4
