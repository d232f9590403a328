import { and, eq, sql } from 'drizzle-orm';
import type { SqlTime } from '../../../platform/db/client.ts';
import { isFullrateNetwork } from '../../../platform/config/operators.ts';
import type { RequestContext, SessionUser } from '../../../platform/http/calls/context.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';
import { isInArea } from '../../entitlement/area.ts';
import { decideEntitlement } from '../../entitlement/entitlement.ts';
import { toEntitlementFacts, selectOwnedUntil, selectPasses } from '../../entitlement/server/entitlement-facts.ts';
import { screenings, titlePrices } from '../../entitlement/server/schema.ts';
import { matchScreening } from '../../entitlement/server/screening-of-title.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { hasMedia, isOver, selectRelease } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';

/** The part of a request's context that decides: the viewer's account, host and network. */
export type EntitlementContext = Pick<RequestContext, 'db' | 'env' | 'now' | 'maxAge' | 'asn' | 'country' | 'host'> & {
  user: Pick<SessionUser, 'id' | 'subscribedUntil' | 'pausedUntil'> | null;
};

export async function readTitleEntitlement(context: EntitlementContext, kind: TitleKind, id: number) {
  const title = await findTitle(context, kind, id, context.user?.id ?? 0);
  return title ? decideForViewer(context, title) : null;
}

export function decideForViewer(
  context: EntitlementContext,
  title: NonNullable<Awaited<ReturnType<typeof findTitle>>>,
) {
  const viewer = {
    subscribed: isSubscribed(context),
    fullrateNetwork: isFullrateNetwork(context.env, context.asn),
    isInArea: isInArea(title, context),
  };
  const facts = toEntitlementFacts(title, viewer, context.now);
  return { title, facts, entitlement: decideEntitlement(facts) };
}

/** An episode's access, release and ownership are its series'. Of any kind where `kind` is null. */
export async function findTitle(
  { db, now, maxAge }: Pick<EntitlementContext, 'db' | 'maxAge'> & { now: SqlTime },
  kind: TitleKind | null,
  id: number,
  userId: number,
) {
  const [title] = await db
    .select({
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      access: titles.access,
      hasMedia: hasMedia(now).mapWith(Boolean),
      release: selectRelease(now),
      isOver: isOver(now).mapWith(Boolean),
      available_until: titles.availableUntil,
      available_countries: titles.availableCountries,
      available_networks: titles.availableNetworks,
      release_date: titles.releaseDate,
      art: titles.art,
      art_en: titles.artEn,
      price: titlePrices,
      screening: screenings,
      ...selectPasses(sql`${userId}`, now),
      owned_until: selectOwnedUntil(sql`${userId}`, now),
      ticket_ends: sql<number | null>`(SELECT max(o.ends_at) FROM purchases o
        WHERE o.user_id = ${userId} AND o.title_id = titles.id AND o.kind = 'screening')`,
    })
    .from(titles)
    .leftJoin(titlePrices, sql`${titlePrices.titleId} IN (titles.id, titles.series_id)`)
    .leftJoin(screenings, matchScreening(sql`${userId}`, now))
    .where(and(eq(titles.id, id), kind === null ? undefined : eq(titles.kind, kind), ...buildAgeConditions(maxAge)));
  return title;
}
