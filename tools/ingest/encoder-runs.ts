import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countFragments, getFirstSample, type Grid } from './clock.ts';
import { countSamples } from './fragments.ts';

/**
 * An encoding that a later run continues: each run of ffmpeg has a folder, named by its first fragment, with a folder of
 * fragments for each rendition. `temp_file` of the HLS muxer renames a fragment when it is whole.
 */
export interface EncoderRun {
  first: number;
  folder: string;
  /** Whole fragments that every rendition has. */
  count: number;
}

export const LOG = 'log';

export const getFragmentPath = (folder: string, rendition: string, index: number): string =>
  join(folder, rendition, `seg-${index}.m4s`);

/** The runs so far, first fragment first. Fragments of a wrong length, as a full disk leaves them, do not count. */
function listRuns(root: string, renditions: readonly string[], grid: Grid): EncoderRun[] {
  if (!existsSync(root)) return [];
  const runs = readdirSync(root).flatMap((name) => {
    const first = Number(/^run-(\d+)$/.exec(name)?.[1] ?? NaN);
    return Number.isNaN(first) ? [] : [{ first, folder: join(root, name) }];
  });
  return runs
    .sort((a, b) => a.first - b.first)
    .map(({ first, folder }) => ({ first, folder, count: countWhole(folder, first, renditions, grid) }));
}

function countWhole(folder: string, first: number, renditions: readonly string[], grid: Grid): number {
  let count = 0;
  while (renditions.every((rendition) => isWhole(getFragmentPath(folder, rendition, count), first + count, grid))) {
    count += 1;
  }
  return count;
}

function isWhole(file: string, fragment: number, grid: Grid): boolean {
  const samples = getFirstSample(grid, fragment + 1) - getFirstSample(grid, fragment);
  return samples > 0 && existsSync(file) && countSamples(readFileSync(file)) === samples;
}

/** The run whose fragment is published: the latest one that has it. */
export function findRun(runs: readonly EncoderRun[], fragment: number): EncoderRun | undefined {
  return runs.findLast(({ first, count }) => first <= fragment && fragment < first + count);
}

/** Encodes from the first missing fragment on. `encode` is given that fragment and an empty folder. */
export async function continueRuns(
  root: string,
  renditions: readonly string[],
  grid: Grid,
  encode: (first: number, folder: string) => Promise<void>,
): Promise<EncoderRun[]> {
  const before = listRuns(root, renditions, grid);
  const total = countFragments(grid);
  let missing = 0;
  while (missing < total && findRun(before, missing)) missing += 1;
  if (missing === total) return before;
  const first = missing - (missing % grid.align);
  for (const run of before) if (run.first >= first) rmSync(run.folder, { recursive: true });
  const folder = join(root, `run-${first}`);
  for (const rendition of renditions) mkdirSync(join(folder, rendition), { recursive: true });
  await encode(first, folder);
  const runs = listRuns(root, renditions, grid);
  for (let fragment = 0; fragment < total; fragment += 1) {
    if (!findRun(runs, fragment)) throw new Error(`ffmpeg made no fragment ${fragment} of ${total}.`);
  }
  return runs;
}
