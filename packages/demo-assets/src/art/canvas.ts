import type { Colour } from './colour.ts';
import type { Palette } from './palette.ts';
import type { Rng } from './prng.ts';

/** A rectangle. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A composition's sheet, and the part of it where the picture happens. */
export interface Canvas {
  w: number;
  h: number;
  focus: Box;
  palette: Palette;
  rng: Rng;
}

/** A composition's result: above the focus the sheet is flat `top`, below it flat `bottom`, a known ground for type. */
export interface Art {
  svg: string;
  top: Colour;
  bottom: Colour;
}

/** One family of compositions. */
export type Family = (canvas: Canvas) => Art;

/** A point. */
export type Point = readonly [x: number, y: number];

/** A number as short as a tenth of a pixel needs. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** The focus in the terms compositions think in. */
export function frame(canvas: Canvas): {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  cx: number;
  cy: number;
  r: number;
} {
  const { x, y, w, h } = canvas.focus;
  return { x0: x, y0: y, x1: x + w, y1: y + h, cx: x + w / 2, cy: y + h / 2, r: Math.min(w, h) / 2 };
}

/** A filled rectangle. */
export const rect = (x: number, y: number, w: number, h: number, fill: string): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"/>`;

/** A filled circle. */
export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`;

/** A circle drawn as a line. */
export const ring = (x: number, y: number, r: number, stroke: string, width: number): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`;

/** A filled path. */
export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

/** A stroked path with round ends. */
export const stroke = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The path of a closed polygon. */
export const polygon = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;

/** The point at an angle (radians, clockwise from the right) and distance. */
export const polar = (x: number, y: number, angle: number, r: number): Point => [
  x + Math.cos(angle) * r,
  y + Math.sin(angle) * r,
];

/** A star polygon with alternating radii. */
export function star(x: number, y: number, points: number, outer: number, inner: number, turn = 0): string {
  const corners: Point[] = [];
  for (let i = 0; i < points * 2; i += 1)
    corners.push(polar(x, y, turn + (i * Math.PI) / points, i % 2 ? inner : outer));
  return polygon(corners);
}

/** The path of a Persian pointed arch standing on `base`. */
export function arch(cx: number, base: number, w: number, h: number): string {
  const l = cx - w / 2;
  const r = cx + w / 2;
  const apex = base - h;
  const spring = apex + Math.min(w * 0.62, h * 0.8);
  const k = spring - apex;
  return (
    `M${n(l)} ${n(base)}V${n(spring)}C${n(l)} ${n(spring - k * 0.55)} ${n(cx - w * 0.24)} ${n(apex + k * 0.2)} ${n(cx)} ${n(apex)}` +
    `C${n(cx + w * 0.24)} ${n(apex + k * 0.2)} ${n(r)} ${n(spring - k * 0.55)} ${n(r)} ${n(spring)}V${n(base)}Z`
  );
}

/** A small standing figure: a cloaked woman or a man in a long coat. */
export function figure(x: number, base: number, h: number, fill: Colour, cloaked: boolean): string {
  const u = h / 100;
  const p = (dx: number, dy: number): string => `${n(x + dx * u)} ${n(base - dy * u)}`;
  if (cloaked) {
    return shape(
      `M${p(-25, 0)}C${p(-20, 30)} ${p(-24, 66)} ${p(-9, 78)}C${p(-14, 92)} ${p(-7, 101)} ${p(0, 101)}C${p(7, 101)} ${p(14, 92)} ${p(9, 78)}C${p(24, 66)} ${p(20, 30)} ${p(25, 0)}Z`,
      fill,
    );
  }
  return (
    disc(x, base - 91 * u, 9 * u, fill) +
    shape(
      `M${p(-15, 72)}C${p(-14, 80)} ${p(-8, 80)} ${p(0, 80)}C${p(8, 80)} ${p(14, 80)} ${p(15, 72)}L${p(17, 38)}L${p(12, 38)}L${p(10, 0)}L${p(2, 0)}L${p(0, 30)}L${p(-2, 0)}L${p(-10, 0)}L${p(-12, 38)}L${p(-17, 38)}Z`,
      fill,
    )
  );
}

/** A cypress standing on `base`: the tree of every Persian garden. */
export const cypress = (x: number, base: number, w: number, h: number): string =>
  `M${n(x)} ${n(base - h)}C${n(x + w * 0.28)} ${n(base - h * 0.72)} ${n(x + w * 0.62)} ${n(base - h * 0.34)} ${n(x + w * 0.42)} ${n(base - h * 0.08)}` +
  `Q${n(x + w * 0.3)} ${n(base)} ${n(x)} ${n(base)}Q${n(x - w * 0.3)} ${n(base)} ${n(x - w * 0.42)} ${n(base - h * 0.08)}` +
  `C${n(x - w * 0.62)} ${n(base - h * 0.34)} ${n(x - w * 0.28)} ${n(base - h * 0.72)} ${n(x)} ${n(base - h)}Z`;

/** Draws inside a clip; the id must be the only one of its kind on the sheet. */
export const clipped = (id: string, d: string, body: string): string =>
  `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${body}</g>`;
