import { existsSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFramePoster } from '@pardeh/demo-assets/art/frame-poster';
import sharp from 'sharp';
import type { PictureStore } from '../import/art/picture-store.ts';
import type { Statement } from '../../src/platform/db/json-statements.ts';
import { runFfmpeg } from './ffmpeg.ts';
import type { TitleRow } from './publish.ts';

/** Places of the frames that are read, as shares of the film: behind its opening titles first. */
const SHARES = [0.1, 0.2, 0.3, 0.45, 0.6, 0.75];
const FRAME = 'frame.png';
/** Pixels of a poster: the widest that a page shows is 480 across. */
const POSTER = { width: 720, height: 1080 };
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

interface Unpictured {
  id: number;
  name_fa: string;
  name_en: string;
  art: string | null;
  backdrop: string | null;
}

/** New pictures of a title, by their columns. */
export interface FrameKeys {
  id: number;
  keys: Partial<Record<'art' | 'art_en' | 'backdrop' | 'still', string>>;
}

/**
 * The pictures that a title lacks, of its frame: a still for an episode; a backdrop, and a poster with the name over it
 * in each language, for any other title and for the series of an episode.
 */
export async function storeFrame(
  { kind, still, series, ...title }: Pick<TitleRow, 'kind' | 'still' | 'series'> & Unpictured,
  pictures: PictureStore,
  folder: string,
): Promise<FrameKeys[]> {
  if (!existsSync(join(folder, FRAME))) return [];
  const take = async (file: string, shape: 'poster' | 'backdrop' | 'still') => {
    const key = await pictures.take(file, shape, folder);
    return key.ok ? key.value : undefined;
  };
  const ofTitle = kind === 'episode' ? series : title;
  const stillKey = kind === 'episode' && still === null ? await take(FRAME, 'still') : undefined;
  const stills: FrameKeys[] = stillKey === undefined ? [] : [{ id: title.id, keys: { still: stillKey } }];
  if (ofTitle === null) return stills;
  const { id, name_fa, name_en, art, backdrop } = ofTitle;
  const backdropKey = backdrop === null ? await take(FRAME, 'backdrop') : undefined;
  const keys: FrameKeys['keys'] = backdropKey === undefined ? {} : { backdrop: backdropKey };
  for (const [column, language, name] of art === null
    ? ([
        ['art', 'fa', name_fa],
        ['art_en', 'en', name_en],
      ] as const)
    : []) {
    const file = `frame-poster-${language}.png`;
    await drawPoster(join(folder, FRAME), { name, language }, join(folder, file));
    const key = await take(file, 'poster');
    if (key !== undefined) keys[column] = key;
  }
  return [...stills, { id, keys }];
}

/** The frame alone where the name cannot be lettered. */
async function drawPoster(frame: string, { name, language }: { name: string; language: 'fa' | 'en' }, file: string) {
  const overlay = drawFramePoster(name, language, POSTER);
  const poster = sharp(frame).resize({ ...POSTER, fit: 'cover', position: 'attention' });
  const layers = overlay === null ? [] : [{ input: await sharp(new TextEncoder().encode(overlay)).png().toBuffer() }];
  await poster.composite(layers).png().toFile(file);
}

/** Sets pictures that a title still lacks, and that of its document of search. An English poster comes with the other. */
export function publishFrame(titles: readonly FrameKeys[]): Statement[] {
  return titles.flatMap(({ id, keys: { art, art_en, ...others } }): Statement[] => [
    ...Object.entries(others).map(([column, key]) => setMissing(column, id, key)),
    ...(art === undefined
      ? []
      : [
          ...(art_en === undefined ? [] : [setMissing('art_en', id, art_en, ' AND all_titles.art IS NULL')]),
          setMissing('art', id, art),
          {
            sql: `UPDATE search_docs SET art = j.value ->> 1 FROM json_each(?) j
              WHERE search_docs.type IN ('movie', 'series', 'video') AND search_docs.ref_id = j.value ->> 0
                AND search_docs.art IS NULL`,
            values: [[id, art]],
          },
        ]),
  ]);
}

function setMissing(column: string, id: number, key: string, where = ''): Statement {
  return {
    sql: `UPDATE all_titles SET ${column} = coalesce(all_titles.${column}, j.value ->> 1)
      FROM json_each(?) j WHERE all_titles.id = j.value ->> 0${where}`,
    values: [[id, key]],
  };
}
