/** The sprite of small pictures for the seek bar, and the cues that say which one belongs to which seconds. */

import path from 'node:path';
import { getRate, THUMB } from './config.ts';
import type { Cue } from './subtitles.ts';
import { ffmpeg } from './ffmpeg.ts';

/** Writes `storyboard.jpg` into the folder of a clip; returns the cues, whose texts are its media fragments. */
export function makeStoryboard(film: string, clip: string, seconds: number): Cue[] {
  const { width, height, everySeconds, columns } = THUMB;
  const count = seconds / everySeconds;
  const step = getRate(path.basename(clip)) * everySeconds;
  // The picture from the middle of its three seconds stands for them better than the first one.
  const pick = `select='eq(mod(n\\,${step})\\,${step / 2})',scale=${width}:${height}:flags=lanczos,tile=${columns}x${Math.ceil(count / columns)}`;
  const output = path.join(clip, 'storyboard.jpg');
  ffmpeg([...['-i', film, '-vf', pick, '-frames:v', '1', '-vsync', '0', '-q:v', '4'], '-bitexact', output]);
  return Array.from({ length: count }, (_, index): Cue => {
    const x = (index % columns) * width;
    const y = Math.floor(index / columns) * height;
    return [index * everySeconds, (index + 1) * everySeconds, `storyboard.jpg#xywh=${x},${y},${width},${height}`];
  });
}
