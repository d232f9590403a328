import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { assembleRendition } from './assemble.ts';
import { getFirstSample, getPictureGrid, getSoundGrid, listSegmentStarts, toSeconds, type Clock } from './clock.ts';
import { readDecodeLogs, type DecodeRecord } from './decode-log.ts';
import { audioArgs, videoArgs, type SoundInput } from './encode.ts';
import { continueRuns, LOG } from './encoder-runs.ts';
import { runFfmpeg, type RunOptions } from './ffmpeg.ts';
import type { Rung } from './ladder.ts';
import type { Loudness, SoundRendition } from './sounds.ts';

export interface Encoding extends Pick<RunOptions, 'signal' | 'seconds'> {
  clock: Clock;
  /** Holds the runs; another run of ingest continues behind their last whole fragment. */
  root: string;
  hls: string;
}

interface PictureInput {
  file: string;
  source: Parameters<typeof videoArgs>[1];
}

/** Every rendition of the picture from one decoder; returns what was decoded. */
export async function encodePicture(encoding: Encoding & PictureInput, rungs: readonly Rung[]): Promise<DecodeRecord> {
  const { file, source, clock, hls, signal } = encoding;
  const grid = getPictureGrid(clock);
  const root = join(encoding.root, 'picture');
  const names = rungs.map(({ name }) => name);
  const getStart = (first: number) => toSeconds(clock.rate, getFirstSample(grid, first));
  const runs = await continueRuns(root, names, grid, (first, folder) => {
    const seconds = (done: number) => encoding.seconds?.(getStart(first) + done);
    return runFfmpeg(videoArgs({ file, clock, first, folder }, source, rungs), {
      signal,
      seconds,
      log: join(folder, LOG),
    });
  });
  const decoded = await readDecodeLogs(
    runs.map(({ first, folder }) => ({ file: join(folder, LOG), from: getStart(first) })),
  );
  for (const name of names)
    assembleRendition(runs, name, { grid, starts: listSegmentStarts(clock), hls, hasKeyFrames: true });
  rmSync(root, { recursive: true });
  return decoded;
}

/** One audio rendition, with its gain by the loudness of the source. */
export async function encodeSound(
  encoding: Encoding & { input: SoundInput | null },
  sound: SoundRendition,
  loudness: Loudness | null,
): Promise<void> {
  const { input, clock, hls, signal } = encoding;
  const { name } = sound;
  const grid = getSoundGrid(clock, sound.codec);
  const root = join(encoding.root, name);
  const runs = await continueRuns(root, [name], grid, (first, folder) => {
    const seconds = (done: number) => encoding.seconds?.(grid.getStart(first) + done);
    return runFfmpeg(audioArgs({ input, clock, first, folder }, sound, loudness), { signal, seconds });
  });
  assembleRendition(runs, name, { grid, starts: listSegmentStarts(clock), hls, hasKeyFrames: false });
  rmSync(root, { recursive: true });
}
