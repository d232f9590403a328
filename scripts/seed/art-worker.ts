import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { drawBackdrop } from '../art/backdrop.ts';
import { drawChannelLogo, drawCover } from '../art/cover.ts';
import { drawPortrait } from '../art/portrait.ts';
import { drawPoster } from '../art/poster.ts';
import { rasterise } from '../art/raster.ts';
import type { ArtJob } from './art-jobs.ts';

/** Draws its share of the art into the cache folder, and says of each piece its name and key. */
export interface ArtShare {
  jobs: ArtJob[];
  folder: string;
}
export interface Drawn {
  name: string;
  key: string;
}

const HASH_DIGITS = 8;

function svgOf(job: ArtJob): string {
  switch (job.draw) {
    case 'poster':
      return drawPoster(job.subject);
    case 'backdrop':
      return drawBackdrop(job.subject);
    case 'portrait':
      return drawPortrait(job.subject);
    case 'cover':
      return drawCover(job.subject);
    case 'logo':
      return drawChannelLogo(job.subject);
  }
}

const { jobs, folder } = workerData as ArtShare;
for (const job of jobs) {
  const svg = svgOf(job);
  const key = `${job.name}-${createHash('sha256').update(svg).digest('hex').slice(0, HASH_DIGITS)}`;
  const file = `${folder}/${key}.png`;
  if (!existsSync(file)) {
    // Renamed when whole, so that an interrupted run leaves no half a picture behind.
    writeFileSync(`${file}.part`, rasterise(svg));
    renameSync(`${file}.part`, file);
  }
  parentPort?.postMessage({ name: job.name, key } satisfies Drawn);
}
