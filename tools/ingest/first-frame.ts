import { existsSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PictureStore } from '../import/art/picture-store.ts';
import type { Statement } from '../import/statements.ts';
import { runFfmpeg } from './ffmpeg.ts';
import type { TitleRow } from './publish.ts';

/** Places of the frames that are read, as shares of the film: behind its opening titles first. */
const SHARES = [0.1, 0.2, 0.3, 0.45, 0.6, 0.75];
const FRAME = 'frame.png';
const POSTER = 'frame-poster.png';
/** Of 255. Black and white, a colour field, and what is out of focus or in motion, in frames of our films and test films. */
const LIGHT = { least: 28, most: 225 };
const MIN_DEVIATION = 18;
const MIN_SHARPNESS = 0.4;
/** Sharpness depends on the size. */
const LOOK_WIDTH = 640;

/** False for a frame that is dark, bright, empty or blurred. */
export async function isGoodFrame(bytes: Uint8Array): Promise<boolean> {
  const small = await sharp(bytes).resize({ width: LOOK_WIDTH }).greyscale().png().toBuffer();
  const { channels, sharpness } = await sharp(small).stats();
  const [{ mean, stdev } = { mean: 0, stdev: 0 }] = channels;
  return mean >= LIGHT.least && mean <= LIGHT.most && stdev >= MIN_DEVIATION && sharpness >= MIN_SHARPNESS;
}

/** Writes the first good frame of a rendition into `folder`; none where a film has none. */
export async function writeFirstFrame(
  rendition: string,
  { segments, folder, signal }: { segments: number; folder: string; signal: AbortSignal },
): Promise<void> {
  const file = join(folder, FRAME);
  for (const at of new Set(SHARES.map((share) => Math.floor(share * segments)))) {
    const parts = ['init.mp4', `seg-${String(at)}.m4s`].map((name) => join(rendition, name));
    const input = ['-skip_frame', 'nokey', '-i', `concat:${parts.join('|')}`];
    await runFfmpeg([...input, '-an', '-frames:v', '1', '-update', '1', file], { signal });
    if (existsSync(file) && (await isGoodFrame(await readFile(file)))) return;
  }
  rmSync(file, { force: true });
}

/** The pictures that a title lacks, of its frame: a still for an episode, a backdrop and a poster for any other title. */
export async function storeFrame(
  { kind, art, backdrop, still }: Pick<TitleRow, 'kind' | 'art' | 'backdrop' | 'still'>,
  pictures: PictureStore,
  folder: string,
): Promise<Partial<Record<'art' | 'backdrop' | 'still', string>>> {
  if (!existsSync(join(folder, FRAME))) return {};
  const take = async (file: string, shape: 'poster' | 'backdrop' | 'still') => {
    const key = await pictures.take(file, shape, folder);
    return key.ok ? key.value : undefined;
  };
  if (kind === 'episode') {
    const key = still === null ? await take(FRAME, 'still') : undefined;
    return key === undefined ? {} : { still: key };
  }
  const backdropKey = backdrop === null ? await take(FRAME, 'backdrop') : undefined;
  let posterKey: string | undefined;
  if (art === null) {
    const frame = sharp(join(folder, FRAME));
    const { height } = await frame.metadata();
    const size = { width: Math.round((height * 2) / 3), height };
    await frame.resize({ ...size, fit: 'cover', position: 'attention' }).toFile(join(folder, POSTER));
    posterKey = await take(POSTER, 'poster');
  }
  return {
    ...(posterKey !== undefined && { art: posterKey }),
    ...(backdropKey !== undefined && { backdrop: backdropKey }),
  };
}

/** Sets pictures that a title still lacks, and that of its document of search. */
export function publishFrame(id: number, keys: Awaited<ReturnType<typeof storeFrame>>): Statement[] {
  return Object.entries(keys).flatMap(([column, key]): Statement[] => [
    {
      sql: `UPDATE all_titles SET ${column} = coalesce(all_titles.${column}, j.value ->> 1)
        FROM json_each(?) j WHERE all_titles.id = j.value ->> 0`,
      values: [[id, key]],
    },
    ...(column === 'art'
      ? [
          {
            sql: `UPDATE search_docs SET art = j.value ->> 1 FROM json_each(?) j
              WHERE search_docs.type IN ('movie', 'series', 'video') AND search_docs.ref_id = j.value ->> 0
                AND search_docs.art IS NULL`,
            values: [[id, key]],
          },
        ]
      : []),
  ]);
}
