MATCH (concept_1:`Concept` {`key`: $p0})
MATCH (concept_1)<-[:`SUBJECT`]-(l_4:`Proposition`)-[:`OBJECT`]->(n_2)
WITH *, l_4.`predicate` AS pred_3 WHERE NOT (coalesce((pred_3 = $p1), false))
WITH pred_3, n_2, max(CASE WHEN (l_4.`m_confidence` IS :: LIST<ANY> NOT NULL) THEN [] ELSE l_4.`m_confidence` END) AS key_5
WITH * ORDER BY key_5 IS NULL, key_5 DESC, pred_3, n_2.`id` LIMIT $p2
RETURN pred_3 AS column_6, n_2{.*, search_text: null} AS column_7, key_5 AS sort_8, pred_3 AS sort_9, n_2.`id` AS sort_10
