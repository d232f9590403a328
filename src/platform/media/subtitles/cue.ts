import type { Run } from './styled-text.ts';

/** `align` is as on a number pad: 2 is below in the middle. `x` and `y` are shares of the picture, 0 to 1. */
export interface CuePosition {
  align: number;
  at: { x: number; y: number } | null;
}

export interface Cue {
  /** Seconds. */
  from: number;
  to: number;
  lines: Run[][];
  place: CuePosition | null;
}
