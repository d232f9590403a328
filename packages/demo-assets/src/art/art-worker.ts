import { createHash } from 'node:crypto';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { findDominantColour, HUES, STEP, TONES } from './dominant-colour.ts';
import type { ArtJob } from './art-jobs.ts';
import { drawSvg } from './draw-svg.ts';
import { rasterise, writePng } from './raster.ts';

/** Draws its share of the art into the cache folder, and says of each piece its name and key. */
export interface ArtShare {
  jobs: ArtJob[];
  folder: string;
}
export interface Drawn {
  name: string;
  key: string;
}

/** With the two letters of its colour eight signs; src/platform/image-widths.ts reads them. */
const HASH_DIGITS = 6;
/** Part of the hash: a picture whose colour is found in another way has another key. */
const COLOURS = JSON.stringify([HUES, TONES, STEP]);
const COLOUR_IN_FILE = /-(?:[A-P][Q-Z]|00)([0-9a-f]{6})\.png$/;
/** In the place of a colour: nothing is seen behind a transparent picture until it is there. */
const NO_COLOUR = '00';

const { jobs, folder } = workerData as ArtShare;
// By name and hash: which colour a picture has is known once it is drawn.
const drawn = new Map(readdirSync(folder).map((file) => [file.replace(COLOUR_IN_FILE, '-$1'), file]));
for (const job of jobs) {
  const svg = drawSvg(job);
  const hash = createHash('sha256').update(COLOURS).update(svg).digest('hex').slice(0, HASH_DIGITS);
  const file = drawn.get(`${job.name}-${hash}`) ?? (await draw(job, hash, svg));
  parentPort?.postMessage({ name: job.name, key: file.slice(0, -'.png'.length) } satisfies Drawn);
}

/** Draws a picture into the folder under its key, and returns the name of its file. */
async function draw({ name, draw: kind }: ArtJob, hash: string, svg: string): Promise<string> {
  const raster = rasterise(svg);
  const file = `${name}-${kind === 'wordmark' ? NO_COLOUR : findDominantColour(raster.pixels)}${hash}.png`;
  // Renamed when whole, so that an interrupted run leaves no half a picture behind.
  writeFileSync(`${folder}/${file}.part`, await writePng(raster));
  renameSync(`${folder}/${file}.part`, `${folder}/${file}`);
  return file;
}
