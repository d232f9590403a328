import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { rateTitle as call } from '../contract.ts';
import { computeAverageStars, RATE_FROM_PERCENT } from '../comments.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { isDemo } from '../../../platform/http/origin/demo.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { toAccountProfile } from '../../progress/server/profile.ts';

/** A player says how long a title is; the catalogue's length may be rounded, or that of a longer cut. */
const MIN_LENGTH_PERCENT = 80;

/**
 * 70 % of a title, or of all episodes of a series, both as the player says and by the server's clock. Marking as seen
 * and kids sessions do not count. The demo's clips are shorter than the films of its catalogue.
 */
export function hasWatchedEnough(
  { env, host }: Pick<RequestContext, 'env' | 'host'>,
  table: SQL,
  userId: number,
  titleId: number,
): SQL {
  const profile = toAccountProfile(userId);
  const minLength = isDemo(env, host) ? 0 : (MIN_LENGTH_PERCENT * 60) / 100;
  const share = (title: SQL) =>
    sql`min(progress.furthest, progress.watched) * 100 / max(progress.duration, ${title}.minutes * ${minLength})`;
  return sql`(SELECT CASE WHEN t.kind = 'series' THEN
      coalesce((SELECT sum(min(100, ${share(sql`e`)})) FROM titles e
        JOIN ${table} ON progress.profile = ${profile} AND progress.title_id = e.id AND progress.duration > 0
        WHERE e.series_id = t.id AND e.media IS NOT NULL), 0)
      >= ${RATE_FROM_PERCENT} * max(1, (SELECT count(*) FROM titles e WHERE e.series_id = t.id AND e.media IS NOT NULL))
    ELSE t.media IS NOT NULL AND EXISTS (SELECT 1 FROM ${table} WHERE progress.profile = ${profile} AND progress.title_id = t.id
      AND progress.duration > 0 AND ${share(sql`t`)} >= ${RATE_FROM_PERCENT}) END
    FROM titles t WHERE t.id = ${titleId})`;
}

const feedbackRow = v.object({
  found: v.number(),
  can_rate: v.nullable(v.number()),
  votes: v.number(),
  stars: v.number(),
});

/** One transaction checks and writes. */
export const rateTitle: Service<typeof call> = async (context, { id, stars }) => {
  const { db, now } = context;
  const userId = requireUser(context).id;
  const budget = await takeBudget(context, [{ limit: 'feedback', subject: `user:${String(userId)}` }]);
  if (!budget.ok) return budget;
  const table = await openProgress(context).table(toAccountProfile(userId));
  const canRate = hasWatchedEnough(context, table, userId, id);
  const [, [row] = []] = await batch(db, [
    stars === 0
      ? sql`DELETE FROM ratings WHERE title_id = ${id} AND user_id = ${userId}`
      : sql`INSERT INTO ratings (title_id, user_id, stars, rated_at)
          SELECT t.id, ${userId}, ${stars}, ${now} FROM titles t WHERE t.id = ${id} AND ${canRate}
          ON CONFLICT (title_id, user_id) DO UPDATE SET stars = excluded.stars, rated_at = excluded.rated_at`,
    sql`SELECT EXISTS (SELECT 1 FROM titles WHERE id = ${id}) AS found, ${canRate} AS can_rate,
      coalesce((SELECT votes FROM title_feedback WHERE title_id = ${id}), 0) AS votes,
      coalesce((SELECT stars FROM title_feedback WHERE title_id = ${id}), 0) AS stars`,
  ]);
  const feedback = v.parse(feedbackRow, row);
  if (feedback.found === 0) return fail('title_not_found');
  if (stars > 0 && feedback.can_rate !== 1) return fail('rating_not_watched');
  return ok({ data: { votes: feedback.votes, average: computeAverageStars(feedback) } });
};
