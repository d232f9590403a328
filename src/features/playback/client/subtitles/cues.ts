/** A piece of text in one style. `colour` is `#rrggbb`, or null for the viewer's own. */
export interface Run {
  text: string;
  italic: boolean;
  bold: boolean;
  underline: boolean;
  colour: string | null;
}

/** `align` is as on a number pad: 2 is below in the middle. `x` and `y` are shares of the picture, 0 to 1. */
export interface Place {
  align: number;
  at: { x: number; y: number } | null;
}

export interface DrawnCue {
  /** Seconds. */
  from: number;
  to: number;
  lines: Run[][];
  place: Place | null;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LOOKED_AT = 200;

export function findActive(cues: readonly DrawnCue[], at: number): DrawnCue[] {
  return cues.filter(({ from, to }) => at >= from && at < to);
}

export function isRightToLeft(cues: readonly DrawnCue[]): boolean {
  const lines = cues.slice(0, LOOKED_AT).flatMap((cue) => cue.lines);
  const count = lines.filter((line) => line.some(({ text }) => RIGHT_TO_LEFT.test(text))).length;
  return count * 2 > lines.length;
}
