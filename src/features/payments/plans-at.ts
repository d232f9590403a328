import { sql, type SQL } from 'drizzle-orm';

/** All plans as they are at `at`, epoch seconds: by the newest price, sale and texts of the desk that have begun, else
 * by their own columns. `changes_at`, `sale_changes_at`: when the next one begins. */
export function selectPlansAt(at: number): SQL {
  return sql`SELECT plans.id AS id, plans.days AS days, coalesce(t.name_fa, plans.name_fa) AS name_fa,
    coalesce(t.name_en, plans.name_en) AS name_en, coalesce(t.description, plans.description) AS description,
    coalesce(t.description_en, plans.description_en) AS description_en, coalesce(p.toman, plans.toman) AS toman,
    CASE WHEN p.id IS NULL THEN plans.discount_percent ELSE p.discount_percent END AS discount_percent,
    CASE WHEN p.id IS NULL THEN plans.discount_price ELSE p.discount_price END AS discount_price,
    CASE WHEN p.id IS NULL THEN plans.discount_day ELSE p.discount_day END AS discount_day,
    (SELECT min(l.starts_at) FROM plan_prices l WHERE l.plan_id = plans.id AND l.withdrawn_at IS NULL
      AND l.starts_at > ${at}) AS changes_at,
    coalesce((SELECT s.is_sold FROM plan_sales s WHERE s.plan_id = plans.id AND s.withdrawn_at IS NULL
      AND s.starts_at <= ${at} ORDER BY s.starts_at DESC LIMIT 1), plans.sold) AS is_sold,
    (SELECT min(f.starts_at) FROM plan_sales f WHERE f.plan_id = plans.id AND f.withdrawn_at IS NULL
      AND f.starts_at > ${at}) AS sale_changes_at
    FROM plans LEFT JOIN plan_prices p ON p.id = (SELECT b.id FROM plan_prices b WHERE b.plan_id = plans.id
      AND b.withdrawn_at IS NULL AND b.starts_at <= ${at} ORDER BY b.starts_at DESC LIMIT 1)
    LEFT JOIN plan_texts t ON t.id = (SELECT w.id FROM plan_texts w WHERE w.plan_id = plans.id
      AND w.withdrawn_at IS NULL AND w.starts_at <= ${at} ORDER BY w.starts_at DESC LIMIT 1)`;
}
