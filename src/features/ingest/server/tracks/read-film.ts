import { readTracks } from '@pardeh/hls/edit-tracks';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { readWhole, retryRead } from '../../../../platform/media/stored-file.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { getFilmTracks, type FilmTracks } from '../../tracks-contract.ts';
import { trackList, type Subtitle, type TrackList } from '../../tracks.ts';

type Context = Pick<RequestContext, 'db' | 'env'>;

const json = v.pipe(v.string(), v.parseJson(), trackList);
const filmRow = v.object({ media: v.nullable(v.string()), rev: v.number(), after: v.nullable(json) });
const { item } = getFilmTracks.output.entries.data.entries.changes;
const changeRows = v.array(v.object({ ...item.entries, before: json, after: json, may_undo: v.number() }));
const CHANGES_SHOWN = 20;

export interface Film {
  id: number;
  media: string;
  rev: number;
  tracks: TrackList;
  master: string;
}

export const getMasterKey = (media: string): string => `video/${media}/master.m3u8`;

export async function readText({ MEDIA }: Context['env'], key: string): Promise<string | null> {
  const file = await retryRead(() => MEDIA.get(key));
  return file && new TextDecoder().decode(await readWhole(file));
}

/** `tracks_none`: the title plays nothing, or what it plays is away. */
export async function readFilm({ db, env }: Context, id: number): Promise<Outcome<Film, ErrorCode>> {
  const [row] = await db.all(sql`SELECT t.media, coalesce(c.rev, 0) AS rev, c.after FROM all_titles t
    LEFT JOIN track_changes c ON c.media = t.media AND c.rev = (SELECT max(rev) FROM track_changes WHERE media = t.media)
    WHERE t.id = ${id}`);
  if (row === undefined) return fail('title_not_found');
  const { media, rev, after } = v.parse(filmRow, row);
  const master = media === null ? null : await readText(env, getMasterKey(media));
  if (media === null || master === null) return fail('tracks_none');
  return ok({ id, media, rev, master, tracks: after ?? readTrackList(master) });
}

export async function toAnswer({ db }: Context, { media, rev, tracks }: Film): Promise<{ data: FilmTracks }> {
  const changes = v.parse(
    changeRows,
    await db.all(sql`SELECT id, before, after, operator, reason, created_at, undoes, undoes IS NULL AND NOT EXISTS (
        SELECT 1 FROM track_changes u WHERE u.undoes = c.id) AS may_undo
      FROM track_changes c WHERE media = ${media} ORDER BY rev DESC LIMIT ${CHANGES_SHOWN}`),
  );
  const present = JSON.stringify(tracks);
  const list = changes.map((change) => ({
    ...change,
    may_undo: change.may_undo === 1 && JSON.stringify(change.after) === present,
  }));
  return { data: { has_film: true, rev, tracks, changes: list } };
}

function readTrackList(master: string): TrackList {
  const { sounds, subtitles } = readTracks(master);
  return {
    sounds,
    subtitles: subtitles.flatMap(({ uri, language, isForced, isForDeaf }): Subtitle[] => {
      const name = /^subs\/([\w-]+)\.m3u8$/.exec(uri)?.[1];
      const kind = isForced ? 'forced' : isForDeaf ? 'deaf' : 'full';
      return name === undefined ? [] : [{ name, language, kind, upload: null }];
    }),
  };
}
