import { findBestPicture } from '@pardeh/hls/master-playlist';
import { parseMediaPlaylist } from '@pardeh/hls/playlist';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../../platform/config/env.ts';
import { describeError } from '../../../../platform/http/faults/describe-error.ts';
import { readWhole, retryRead } from '../../../../platform/media/stored-file.ts';
import { readSubtitles } from '../../../../platform/media/subtitles/read-subtitles.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { buildSubtitleFiles } from '../../media/subtitle-files.ts';
import type { publishSubtitle as call } from '../../tracks-contract.ts';
import { putSubtitle, type Subtitle } from '../../tracks.ts';
import { getOriginalKey, TEXT_KINDS, type TextKind } from '../../upload-rules.ts';
import { change } from './edit-tracks.ts';
import { readFilm, readText, toAnswer, type Film } from './read-film.ts';

const uploadRow = v.object({ language: v.string(), text_kind: v.picklist(TEXT_KINDS), name: v.string() });
const SUFFIXES: { [kind in TextKind]: string } = { full: '', deaf: '-sdh', forced: '-forced' };
/** Of the upload's number: a file that takes the place of another has another address, so caches need nothing. */
const NAME_DIGITS = 8;
const LANES = 8;

/** The files are stored before the film names them: no player meets half of them. */
export const publishSubtitle: OperatorService<typeof call> = async (context, { id, rev, upload }, operator, record) => {
  const { db, env } = context;
  const film = await readFilm(context, id);
  if (!film.ok) return film;
  const [row] = await db.all(sql`SELECT language, text_kind, name FROM uploads WHERE id = ${upload}
    AND operator = ${operator} AND title_id = ${id} AND kind = 'subtitle' AND state = 'whole'`);
  if (row === undefined) return fail('upload_unknown');
  const { tracks } = film.value;
  if (tracks.subtitles.some((one) => one.upload === upload)) return ok(await toAnswer(context, film.value));
  if (rev !== film.value.rev) return fail('tracks_changed');
  const { language, text_kind: kind } = v.parse(uploadRow, row);
  const file = await retryRead(() => env.MEDIA.get(getOriginalKey(upload)));
  if (!file) return fail('upload_unknown');
  const { decodeName } = await import('../../../../platform/media/subtitles/decode-name.ts');
  const { cues } = readSubtitles(new Uint8Array(await readWhole(file)), { language, decodeName });
  if (cues.length === 0) return fail('subtitle_empty');
  const name = `${language}${SUFFIXES[kind]}-${upload.slice(0, NAME_DIGITS)}`;
  const seconds = await readLength(env, film.value);
  if (seconds === 0) return fail('tracks_none');
  try {
    await storeFiles(env, film.value.media, buildSubtitleFiles(name, cues, seconds));
  } catch (error) {
    console.error(`subtitles ${name} of ${film.value.media}: ${describeError(error)}`);
    return fail('upload_storage');
  }
  const subtitle: Subtitle = { name, language, kind, upload };
  return change(
    context,
    film.value,
    { ...tracks, subtitles: putSubtitle(tracks.subtitles, subtitle) },
    { record, operator },
  );
};

async function readLength(env: Env, { media, master }: Film): Promise<number> {
  const uri = findBestPicture(master)?.uri;
  const text = uri === undefined ? null : await readText(env, `video/${media}/${uri}`);
  const segments = parseMediaPlaylist(text ?? '')?.segments ?? [];
  return segments.reduce((sum, { durationUs }) => sum + durationUs, 0) / 1e6;
}

async function storeFiles(
  { MEDIA }: Env,
  media: string,
  files: readonly { path: string; text: string }[],
): Promise<void> {
  const rest = [...files];
  const lane = async () => {
    for (let file = rest.shift(); file; file = rest.shift())
      await MEDIA.put(`video/${media}/subs/${file.path}`, file.text);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
