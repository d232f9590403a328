import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildMediaPlaylist, type NewSegment } from '@pardeh/hls/build-playlist';
import { countFragments, getFirstSample, toSeconds, type Grid } from './clock.ts';
import { findRun, getFragmentPath, type EncoderRun } from './encoder-runs.ts';
import { joinFragments, listFirstSamples } from './fragments.ts';
import { freshFolder, KEY_FRAMES } from './segments.ts';

const INIT = 'init.mp4';

/** Writes a rendition's segments, with their times on the film's clock, and its playlist. `starts` in seconds. */
export function assembleRendition(
  runs: readonly EncoderRun[],
  name: string,
  { grid, starts, hls, hasKeyFrames }: { grid: Grid; starts: readonly number[]; hls: string; hasKeyFrames: boolean },
): void {
  const folder = freshFolder(hls, name);
  const [first] = runs;
  if (!first) throw new Error(`Nothing was encoded of ${name}.`);
  for (const run of runs) requireSameInit(first, run, name);
  copyFileSync(join(first.folder, name, INIT), join(folder, INIT));
  const fragments = listFragments(grid);
  const keyFrames: NewSegment[] = [];
  const segments = starts.map((start, index) => {
    const inSegment = fragments.filter(({ second }) => second >= start && second < (starts[index + 1] ?? Infinity));
    const files = inSegment.map(({ fragment, sample }) => {
      const run = findRun(runs, fragment);
      if (!run) throw new Error(`Fragment ${fragment} of ${name} is missing.`);
      const file = readFileSync(getFragmentPath(run.folder, name, fragment - run.first));
      return { file, decodeTime: sample * grid.ticks, sequence: fragment + 1 };
    });
    const uri = `seg-${index}.m4s`;
    const segment = joinFragments(files);
    writeFileSync(join(folder, uri), segment);
    for (const [at, byteRange] of listFirstSamples(segment).entries()) {
      const durationUs = Math.round(toSeconds(grid.rate, inSegment[at]?.samples ?? 0) * 1e6);
      keyFrames.push({ uri, durationUs, byteRange, ...(keyFrames.length === 0 && { map: INIT }) });
    }
    const samples = inSegment.reduce((sum, { samples: count }) => sum + count, 0);
    const durationUs = Math.round(toSeconds(grid.rate, samples) * 1e6);
    return { uri, durationUs, ...(index === 0 && { map: INIT }) };
  });
  const write = (file: string, list: readonly NewSegment[], options: { isIFramesOnly?: boolean } = {}) => {
    const longest = Math.max(1, ...list.map(({ durationUs }) => Math.round(durationUs / 1e6)));
    const head = { targetSeconds: longest, mediaSequence: 0, isIndependent: true, type: 'VOD' as const };
    writeFileSync(join(folder, file), buildMediaPlaylist({ ...head, ...options, segments: list }));
  };
  write('index.m3u8', segments);
  if (hasKeyFrames) write(KEY_FRAMES, keyFrames, { isIFramesOnly: true });
}

/** Two versions of ffmpeg may describe their streams differently; one `init.mp4` serves all segments. */
function requireSameInit(first: EncoderRun, other: EncoderRun, name: string): void {
  const [a, b] = [first, other].map(({ folder }) => readFileSync(join(folder, name, INIT)));
  if (a && b && !a.equals(b)) throw new Error(`Two runs encoded ${name} differently. Remove the work folder.`);
}

function listFragments(grid: Grid) {
  return Array.from({ length: countFragments(grid) }, (_, fragment) => {
    const sample = getFirstSample(grid, fragment);
    return { fragment, sample, second: grid.getStart(fragment), samples: getFirstSample(grid, fragment + 1) - sample };
  });
}
