/** A point in both weights: the lightest at x, y and the boldest at boldX, boldY. Font units. */
export interface Point {
  on: boolean;
  x: number;
  y: number;
  boldX: number;
  boldY: number;
}

export interface Glyph {
  /** Without contours: the bytes of a composite glyph, or nothing. */
  raw: Buffer;
  contours: Point[][];
  overlaps: boolean;
  /** Moves from the lightest weight to the boldest: of the components' offsets, then of the four phantom points. */
  moves: { x: number; y: number }[];
}

export interface Vector {
  x: number;
  y: number;
}
export const WEIGHTS = ['light', 'bold'] as const;
export type Weight = (typeof WEIGHTS)[number];

export function at(point: Point, weight: Weight): Vector {
  return weight === 'light' ? point : { x: point.boldX, y: point.boldY };
}

export function join(on: boolean, light: Vector, bold: Vector): Point {
  return { on, x: light.x, y: light.y, boldX: bold.x, boldY: bold.y };
}
