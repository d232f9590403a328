import type { Cue } from '../../../../platform/media/subtitles/cue.ts';
import { RIGHT_TO_LEFT } from '../../../../platform/media/subtitles/repair-lines.ts';

const MAX_LOOKED_AT = 200;

export function findActive(cues: readonly Cue[], at: number): Cue[] {
  return cues.filter(({ from, to }) => at >= from && at < to);
}

export function isRightToLeft(cues: readonly Cue[]): boolean {
  const lines = cues.slice(0, MAX_LOOKED_AT).flatMap((cue) => cue.lines);
  const count = lines.filter((line) => line.some(({ text }) => RIGHT_TO_LEFT.test(text))).length;
  return count * 2 > lines.length;
}
