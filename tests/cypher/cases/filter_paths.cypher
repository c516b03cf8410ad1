MATCH (a_1:`Concept` {`space`: $p0, `type`: $p1})
MATCH (b_2:`Concept` {`space`: $p0, `type`: $p1}) WHERE (((a_1.`x` < b_2.`x`) AND (a_1.`x` IS :: INTEGER NOT NULL | FLOAT NOT NULL | STRING NOT NULL)) AND coalesce((a_1.`y` = b_2.`y`), (a_1.`y` IS NULL AND b_2.`y` IS NULL)))
WITH DISTINCT a_1
WITH * ORDER BY a_1.`id` LIMIT $p2
RETURN a_1{.*, search_text: null} AS column_3
