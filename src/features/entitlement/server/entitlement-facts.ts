import { sql, type SQL } from 'drizzle-orm';
import type { EntitlementFacts, Sale, ScreeningPhase } from '../entitlement.ts';
import type { SqlTime } from '../../../platform/db/client.ts';
import type { AccessKind, ReleaseState } from '../../../platform/kinds.ts';

interface Row {
  release: ReleaseState;
  isOver: boolean;
  access: AccessKind;
  hasMedia: boolean;
  price: { sale: Sale } | null;
  screening: { startsAt: number; endsAt: number } | null;
  title_pass: string | null;
  ticket_pass: string | null;
}

/** An episode is owned with its series. */
export function selectPasses(userId: SQL, now: SqlTime) {
  const selectPass = (kind: string) => sql<string | null>`(SELECT o.payment_id FROM purchases o
    WHERE o.user_id = ${userId} AND o.title_id IN (titles.id, titles.series_id) AND o.kind = ${kind}
      AND (o.ends_at IS NULL OR o.ends_at > ${now}) LIMIT 1)`;
  return { title_pass: selectPass('title'), ticket_pass: selectPass('screening') };
}

/** When all that the user has bought of it ends; null where something is for good, and where nothing is bought. */
export function selectOwnedUntil(userId: SQL, now: SqlTime) {
  return sql<number | null>`(SELECT CASE WHEN count(*) = count(o.ends_at) THEN max(o.ends_at) END FROM purchases o
    WHERE o.user_id = ${userId} AND o.title_id IN (titles.id, titles.series_id) AND o.kind IN ('title', 'screening')
      AND (o.ends_at IS NULL OR o.ends_at > ${now}))`;
}

/** The title, or its series, is sold to subscribers, too. */
export const isSoldAlone = sql`EXISTS (SELECT 1 FROM title_prices p
  WHERE p.title_id IN (titles.id, titles.series_id) AND p.sale = 'only')`.mapWith(Boolean);

/** Epoch seconds. */
export function toEntitlementFacts(
  row: Row,
  viewer: Pick<EntitlementFacts, 'subscribed' | 'fullrateNetwork' | 'isInArea'>,
  now: number,
): EntitlementFacts {
  return {
    release: row.release,
    isOver: row.isOver,
    access: row.access,
    hasMedia: row.hasMedia,
    ...viewer,
    sale: row.price?.sale ?? 'none',
    owned: row.title_pass !== null,
    screening: getScreeningPhase(row.screening, now),
    ticket: row.ticket_pass !== null,
  };
}

function getScreeningPhase(screening: Row['screening'], now: number): ScreeningPhase {
  if (!screening) return 'none';
  if (now < screening.startsAt) return 'upcoming';
  return now < screening.endsAt ? 'open' : 'over';
}
