import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import type * as calls from '../../tracks-contract.ts';
import { trackList, type TrackList } from '../../tracks.ts';
import { readFilm, toAnswer, type Film } from './read-film.ts';
import { writeChange } from './write-change.ts';

type Service<Call extends keyof typeof calls> = OperatorService<(typeof calls)[Call]>;
type Record = Parameters<Service<'nameSound'>>[3];

const NO_FILM = { has_film: false, rev: 0, tracks: { sounds: [], subtitles: [] }, changes: [] };

export const getFilmTracks: Service<'getFilmTracks'> = async (context, { id }) => {
  const film = await readFilm(context, id);
  if (film.ok) return ok(await toAnswer(context, film.value));
  return film.code === 'tracks_none' ? ok({ data: NO_FILM }) : film;
};

/** Writes a change, puts it into the trail, and answers the film with it. */
export async function change(
  context: RequestContext,
  film: Film,
  after: TrackList,
  { record, ...maker }: { record: Record; operator: string; reason?: string; undoes?: number },
) {
  if (!(await writeChange(context, film, after, maker))) return fail('tracks_changed');
  const { reason } = maker;
  record({
    before: describeTracks(film.tracks),
    after: { ...describeTracks(after), ...(reason !== undefined && { reason }) },
  });
  const written = await readFilm(context, film.id);
  return written.ok ? ok(await toAnswer(context, written.value)) : written;
}

function describeTracks({ sounds, subtitles }: TrackList) {
  return {
    sounds: sounds.map(({ name, language }) => `${language}: ${name}`),
    subtitles: subtitles.map(({ name, language, kind }) => [language, kind, name].join(' ')),
  };
}

export const removeSubtitle: Service<'removeSubtitle'> = async (
  context,
  { id, rev, name, reason },
  operator,
  record,
) => {
  const film = await readFilm(context, id);
  if (!film.ok) return film;
  const { tracks } = film.value;
  const subtitles = tracks.subtitles.filter((subtitle) => subtitle.name !== name);
  if (subtitles.length === tracks.subtitles.length) return fail('subtitle_unknown');
  if (rev !== film.value.rev) return fail('tracks_changed');
  return change(context, film.value, { ...tracks, subtitles }, { record, operator, reason });
};

export const nameSound: Service<'nameSound'> = async (context, { id, rev, uri, name, language }, operator, record) => {
  const film = await readFilm(context, id);
  if (!film.ok) return film;
  const { tracks } = film.value;
  const sound = tracks.sounds.find(({ uris }) => uris[0] === uri);
  if (!sound) return fail('sound_unknown');
  if (sound.name === name && sound.language === language) return ok(await toAnswer(context, film.value));
  if (rev !== film.value.rev) return fail('tracks_changed');
  // Players tell the sounds of a group apart by their names (RFC 8216, 4.3.4.1.1).
  if (tracks.sounds.some((other) => other !== sound && other.name === name))
    return fail('sound_name', { fields: { name: 'sound_name' } });
  const sounds = tracks.sounds.map((one) => (one === sound ? { ...one, name, language } : one));
  return change(context, film.value, { ...tracks, sounds }, { record, operator });
};

const json = v.pipe(v.string(), v.parseJson(), trackList);
const changeRow = v.object({ before: json, after: json, undoes: v.nullable(v.number()), is_undone: v.number() });

export const undoTrackChange: Service<'undoTrackChange'> = async (
  context,
  { id, change: number },
  operator,
  record,
) => {
  const film = await readFilm(context, id);
  if (!film.ok) return film;
  const [row] = await context.db.all(sql`SELECT before, after, undoes, EXISTS (
      SELECT 1 FROM track_changes u WHERE u.undoes = c.id) AS is_undone
    FROM track_changes c WHERE id = ${number} AND media = ${film.value.media}`);
  if (row === undefined) return fail('title_change_over');
  const { before, after, undoes, is_undone: isUndone } = v.parse(changeRow, row);
  if (isUndone === 1) return fail('undo_done');
  if (undoes !== null) return fail('title_change_stays');
  if (JSON.stringify(after) !== JSON.stringify(film.value.tracks)) return fail('title_change_over');
  return change(context, film.value, before, { record, operator, undoes: number });
};
