import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { getTimeline as call } from '../timeline-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Env } from '../../../platform/config/env.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { FilmFolder, listSheets, readSeconds } from './film-folder.ts';

interface Film {
  media: string | null;
  minutes: number;
}
const MINUTE_SECONDS = 60;

/** Minutes are rounded: a film without files may be one longer. */
async function readFilm({ env }: { env: Pick<Env, 'MEDIA'> }, { media, minutes }: Film) {
  const folder = media === null ? null : new FilmFolder(env, media);
  const sheets = folder ? await listSheets(folder) : [];
  const seconds = folder ? await readSeconds(folder, sheets) : null;
  return { has_film: seconds !== null, length: seconds ?? (minutes + 1) * MINUTE_SECONDS, sheets };
}

/** The last second of a title's film that a marker or chapter may name. */
export const readLength = async (context: { env: Pick<Env, 'MEDIA'> }, media: string | null, minutes: number) =>
  (await readFilm(context, { media, minutes })).length;

const filmRow = v.object({ media: v.nullable(v.string()), minutes: v.number() });
const { markers, chapters } = call.output.entries.data.entries;

export const getTimeline: OperatorService<typeof call> = async ({ db, env }, { id }) => {
  const selectMedia = sql`(SELECT media FROM all_titles WHERE id = ${id})`;
  const [[row] = [], markerRows, chapterRows] = await batch(db, [
    sql`SELECT media, minutes FROM all_titles WHERE id = ${id}`,
    sql`SELECT kind, starts, ends FROM markers WHERE media = ${selectMedia} ORDER BY starts`,
    sql`SELECT starts, ends, name_fa, name_en FROM chapters WHERE media = ${selectMedia} ORDER BY starts`,
  ]);
  if (row === undefined) return fail('title_not_found');
  const { sheets, ...film } = await readFilm({ env }, v.parse(filmRow, row));
  return ok({
    data: {
      ...film,
      sheets: sheets.map(([, pictures]) => pictures[0]?.startTime ?? 0),
      markers: v.parse(markers, markerRows),
      chapters: v.parse(chapters, chapterRows),
    },
  });
};
