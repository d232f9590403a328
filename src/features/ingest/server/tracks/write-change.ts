import { replaceTracks } from '@pardeh/hls/edit-tracks';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../../platform/db/batch.ts';
import { renewCatalogueVersion } from '../../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import { describeError } from '../../../../platform/http/faults/describe-error.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { isSameKind, listTrackLanguages, trackList, type Subtitle, type TrackList } from '../../tracks.ts';
import { toSubtitleRenditions } from '../../media/subtitle-files.ts';
import { getMasterKey, readText, type Film } from './read-film.ts';

type Context = Pick<RequestContext, 'db' | 'env'>;

interface Maker {
  operator: string;
  undoes?: number;
  reason?: string;
}

/** False where somebody else changed the film meanwhile, or took the change back: nothing is written then. */
export async function writeChange(
  { db, env, now, defer }: RequestContext,
  { id, media, rev, tracks }: Film,
  after: TrackList,
  { operator, undoes, reason = '' }: Maker,
): Promise<boolean> {
  const save = randomId();
  const isOwn = sql`EXISTS (SELECT 1 FROM track_changes WHERE save = ${save})`;
  const results = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO track_changes (media, title_id, rev, before, after, save, undoes, operator, reason, created_at)
        SELECT t.media, t.id, ${rev + 1}, ${JSON.stringify(tracks)}, ${JSON.stringify(after)}, ${save}, ${undoes ?? null},
          ${operator}, ${reason}, ${now} FROM all_titles t WHERE t.id = ${id} AND t.media = ${media}
          AND coalesce((SELECT max(rev) FROM track_changes WHERE media = t.media), 0) = ${rev} ON CONFLICT DO NOTHING`,
      sql`${updateFacts(media, after)} AND ${isOwn}`,
      ...withdrawUploads(id, tracks.subtitles, after.subtitles).map((statement) => sql`${statement} AND ${isOwn}`),
      sql`SELECT 1 FROM track_changes WHERE save = ${save}`,
    ]),
  );
  if ((results.at(-1) ?? []).length === 0) return false;
  try {
    await writeMaster({ db, env }, media);
  } catch (error) {
    // The schedule writes it.
    console.error(`tracks of ${media}: ${describeError(error)}`);
  }
  defer(renewCatalogueVersion(env, `tracks-${save}`));
  return true;
}

/** The languages that the page names. */
function updateFacts(media: string, tracks: TrackList) {
  const { sounds, subtitles } = listTrackLanguages(tracks);
  return sql`UPDATE media_facts SET sounds = ${JSON.stringify(sounds)}, subtitles = ${JSON.stringify(subtitles)}
    WHERE media = ${media}`;
}

/** A later work on the film has the files that the desk left on it. */
function withdrawUploads(id: number, before: readonly Subtitle[], after: readonly Subtitle[]) {
  const isIn = (list: readonly Subtitle[]) => (one: Subtitle) =>
    list.some((other) => other.name === one.name && isSameKind(other, one));
  const ofKind = ({ language, kind }: Subtitle) =>
    sql`title_id = ${id} AND kind = 'subtitle' AND state = 'whole' AND language = ${language} AND text_kind = ${kind}`;
  const removed = before.filter((one) => !isIn(after)(one));
  const added = after.filter((one) => !isIn(before)(one));
  return [
    ...removed.map((one) => sql`UPDATE uploads SET withdrawn = 1 WHERE ${ofKind(one)}`),
    ...added.map((one) => sql`UPDATE uploads SET withdrawn = 0 WHERE ${ofKind(one)} AND ${one.upload ?? sql`id`} = id`),
  ];
}

const newestRow = v.object({ rev: v.number(), after: v.pipe(v.string(), v.parseJson(), trackList) });
const MAX_WRITES = 12;

/** Of two that write at once the one with the older list sees the newer one, and writes it. */
export async function writeMaster({ db, env }: Context, media: string): Promise<void> {
  let written = 0;
  for (let write = 0; write < MAX_WRITES; write += 1) {
    const [row] = await db.all(
      sql`SELECT rev, after FROM track_changes WHERE media = ${media} ORDER BY rev DESC LIMIT 1`,
    );
    if (row === undefined) return;
    const { rev, after } = v.parse(newestRow, row);
    if (rev === written) return;
    const text = await readText(env, getMasterKey(media));
    if (text === null) return;
    const next = applyTrackList(text, after);
    if (next !== text) {
      await env.MEDIA.put(getMasterKey(media), next);
      await db.run(updateFacts(media, after));
    }
    written = rev;
  }
}

function applyTrackList(master: string, { sounds, subtitles }: TrackList): string {
  const list = subtitles.map(({ name, language, kind }) => ({
    ...{ name, language, isForced: kind === 'forced', isForDeaf: kind === 'deaf' },
  }));
  return replaceTracks(master, { sounds, subtitles: toSubtitleRenditions(list) });
}

const LATE_SECONDS = 15 * 60;
const MAX_MADE = 20;
const mediaRows = v.array(v.object({ media: v.string() }));

/** Playlists whose writer was lost, and those of films that were made again from the same file. */
export async function sweepTracks({ db, env, now }: Context & { now: number }): Promise<void> {
  const rows = await db.all(sql`SELECT media FROM track_changes WHERE created_at > ${now - LATE_SECONDS}
    UNION SELECT t.media FROM (SELECT title_id, updated_at FROM ingest_jobs WHERE state = 'done' ORDER BY id DESC LIMIT ${MAX_MADE}) j
      JOIN all_titles t ON t.id = j.title_id WHERE j.updated_at > ${now - LATE_SECONDS} AND t.media IS NOT NULL`);
  for (const { media } of v.parse(mediaRows, rows)) {
    await writeMaster({ db, env }, media).catch((error: unknown) => {
      console.error(`tracks of ${media}: ${describeError(error)}`);
    });
  }
}
