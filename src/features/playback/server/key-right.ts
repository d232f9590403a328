import { and, eq, sql } from 'drizzle-orm';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { parseStreamId } from '../../streams/stream-id.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { titles } from '../../titles/server/schema.ts';
import { selectTrailer } from '../../titles/server/trailer-folder.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';

const MAX_TITLES = 5;

/** True if the viewer may watch a title of the folder now: that of the stream, where the account's are limited. A trailer
 * is for everybody whose age allows its title. */
export async function hasKeyRight(context: RequestContext, folder: string, stream: string | null): Promise<boolean> {
  const item = stream === null ? null : (parseStreamId(stream)?.item ?? null);
  if (item?.kind === 'channel') return false;
  const rows = await context.db
    .select({ kind: titles.kind, id: titles.id })
    .from(titles)
    .where(item ? sql`${titles.id} = ${item.id} AND ${titles.media} = ${folder}` : eq(titles.media, folder))
    .orderBy(sql`${titles.access} = 'free' DESC`, titles.id)
    .limit(MAX_TITLES);
  const matches = await Promise.all(rows.map(({ kind, id }) => readTitleEntitlement(context, kind, id)));
  if (matches.some((match) => match !== null && canPlay(match.entitlement.state))) return true;
  return item === null && (await isTrailer(context, folder));
}

async function isTrailer({ db, maxAge }: RequestContext, folder: string): Promise<boolean> {
  const rows = await db
    .select({ id: titles.id })
    .from(titles)
    .where(and(eq(titles.trailer, folder), eq(selectTrailer(), folder), ...buildAgeConditions(maxAge)))
    .limit(1);
  return rows.length > 0;
}
