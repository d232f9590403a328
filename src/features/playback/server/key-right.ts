import { eq, sql } from 'drizzle-orm';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { parseStreamId } from '../../streams/stream-id.ts';
import { titles } from '../../titles/server/schema.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';

const MAX_TITLES = 5;

/** True if the viewer may watch a title of the folder now: that of the stream, where the account's are limited. */
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
  return matches.some((match) => match !== null && canPlay(match.entitlement.state));
}
