import { readDecoderRecord, readFirstPicture } from '@pardeh/hls/coded-picture';
import { findBestPicture } from '@pardeh/hls/master-playlist';
import type * as calls from '../../art-contract.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import { toBase64 } from '../../../../platform/media/bytes-as-text.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { FilmFolder, listKeyFrames, listSheets } from '../film-folder.ts';
import { readRecord } from '../read-record.ts';

/**
 * Pictures of a film for the desk. The server reads the stored files, which are in the clear: a member of the staff
 * gets single pictures, and neither a signed address nor a key of the film.
 */

/** Moments are sums of fractions. */
const ROUNDING_SECONDS = 0.001;

async function openFilm({ db, env, now }: RequestContext, id: number) {
  const title = await readRecord(db, id, now);
  if (!title) return fail('title_not_found');
  return title.media === null ? fail('film_frames') : ok(new FilmFolder(env, title.media));
}

export const getStoryboard: OperatorService<typeof calls.getStoryboard> = async (context, { id, sheet }) => {
  const film = await openFilm(context, id);
  if (!film.ok) return film;
  const folder = film.value;
  const sheets = await listSheets(folder);
  const [url, pictures] = sheets[sheet] ?? [];
  const image = url === undefined ? null : await folder.read(url);
  if (image === null || pictures === undefined) return fail('film_frames');
  const places = pictures.flatMap(({ startTime, coords, width, height }) =>
    coords === null || width === null || height === null ? [] : [{ at: startTime, ...coords, width, height }],
  );
  return ok({ data: { sheets: sheets.length, image: toBase64(image), pictures: places } });
};

export const getFilmFrame: OperatorService<typeof calls.getFilmFrame> = async (context, { id, at }) => {
  const film = await openFilm(context, id);
  if (!film.ok) return film;
  const folder = film.value;
  const best = findBestPicture((await folder.readText(folder.resolve('master.m3u8'))) ?? '');
  const frames = best === null ? [] : await listKeyFrames(folder, folder.resolve(best.uri));
  const index = Math.max(
    0,
    frames.findLastIndex(({ start }) => start <= at + ROUNDING_SECONDS),
  );
  const frame = frames[index];
  if (best === null || !frame?.map) return fail('film_frames');
  const [init, part] = await Promise.all([
    folder.read(frame.map.url, frame.map.range),
    folder.read(frame.url, frame.range),
  ]);
  const description = init && readDecoderRecord(init);
  const picture = part && readFirstPicture(part);
  if (!description || !picture) return fail('film_frames');
  return ok({
    data: {
      at: frame.start,
      previous: frames[index - 1]?.start ?? null,
      next: frames[index + 1]?.start ?? null,
      codec: best.codec,
      description: toBase64(description),
      picture: toBase64(picture),
    },
  });
};
