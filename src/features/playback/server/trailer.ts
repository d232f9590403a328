import { and, eq } from 'drizzle-orm';
import { fail, ok } from '../../../platform/outcome.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { titles } from '../../titles/server/schema.ts';
import { selectTrailer } from '../../titles/server/trailer-folder.ts';
import type { getTrailer as call } from '../contract.ts';
import { playback } from './play.ts';

/** `title_not_found` for a title that is hidden, above the viewer's age, or without a trailer that is its own. */
export const getTrailer: Service<typeof call> = async (context, { kind, id }) => {
  const [title] = await context.db
    .select({ trailer: selectTrailer() })
    .from(titles)
    .where(and(eq(titles.id, id), eq(titles.kind, kind), ...buildAgeConditions(context.maxAge)));
  if (!title?.trailer) return fail('title_not_found');
  const media = await playback(context, title.trailer, null, null);
  return ok({ data: media && { manifest_url: media.manifest_url, subtitles: media.subtitles } });
};
