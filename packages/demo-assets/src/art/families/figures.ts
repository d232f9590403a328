import {
  type Art,
  type Canvas,
  clipped,
  disc,
  frame,
  n,
  type Point,
  polar,
  polygon,
  rect,
  ring,
  shape,
  star,
  stroke,
} from '../canvas.ts';
import { type Colour, mix } from '../colour.ts';
import type { Rng } from '../prng.ts';

/** A head in profile, looking right (or left with `turn` −1), its neck standing on `base`. */
function profile(x: number, base: number, h: number, turn: 1 | -1): string {
  const u = h / 140;
  const q = (dx: number, dy: number): string => `${n(x + (dx - 50) * u * turn)} ${n(base - (140 - dy) * u)}`;
  return (
    `M${q(-26, 140)}C${q(-18, 122)} ${q(14, 124)} ${q(18, 112)}C${q(20, 104)} ${q(16, 98)} ${q(12, 90)}C${q(0, 68)} ${q(4, 38)} ${q(20, 20)}C${q(36, 4)} ${q(64, 2)} ${q(76, 18)}C${q(83, 27)} ${q(82, 36)} ${q(81, 43)}` +
    `C${q(81, 49)} ${q(86, 56)} ${q(91, 64)}C${q(94, 69)} ${q(93, 72)} ${q(89, 73)}C${q(86, 74)} ${q(85, 75)} ${q(84, 77)}C${q(84, 79)} ${q(88, 81)} ${q(88, 84)}C${q(88, 86)} ${q(85, 87)} ${q(84, 88)}` +
    `C${q(87, 89)} ${q(87, 92)} ${q(86, 94)}C${q(84, 96)} ${q(83, 97)} ${q(84, 100)}C${q(85, 106)} ${q(83, 111)} ${q(76, 111)}C${q(70, 111)} ${q(64, 110)} ${q(60, 112)}C${q(58, 122)} ${q(66, 126)} ${q(84, 130)}C${q(98, 133)} ${q(106, 136)} ${q(110, 140)}Z`
  );
}

/** One or two heads cut from paper, a sun or a pattern where the thoughts are. */
export function profiles(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, r } = frame(canvas);
  const tall = (y1 - y0) * 0.94;
  const two = rng.chance(0.55);
  const body = p.scheme === 'night' ? mix(p.a, p.ink, 0.1) : p.scheme === 'flat' ? p.ink : mix(p.a, p.ink, 0.15);
  const turn = rng.chance(0.5) ? 1 : -1;
  let svg =
    rect(0, 0, w, h, p.ground) +
    disc(cx - turn * r * 0.06, y1 - r * 0.86, Math.min(r * 1.12, y1 - r * 0.86 - y0), mix(p.ground, p.b, 0.4)) +
    rect(cx - r * 0.6, y1 - r * 0.4, r * 1.2, r * 0.4, mix(p.ground, p.b, 0.4));
  if (two)
    svg +=
      shape(profile(cx - turn * r * 0.62, y1 + 1, tall * 0.92, turn === 1 ? 1 : -1), p.b) +
      shape(profile(cx + turn * r * 0.52, y1 + 1, tall * 0.98, turn === 1 ? -1 : 1), body);
  else svg += shape(profile(cx - turn * r * 0.06, y1 + 1, tall, turn), body);
  const hx = two ? cx + turn * r * 0.56 : cx - turn * r * 0.1;
  const hy = y1 - tall * 0.66;
  const inside = rng.whole(0, 2);
  if (inside === 0)
    svg += disc(hx, hy, tall * 0.14, p.pop) + disc(hx + tall * 0.06, hy - tall * 0.03, tall * 0.11, body);
  else if (inside === 1) for (let i = 3; i > 0; i -= 1) svg += disc(hx, hy, tall * 0.06 * i, i % 2 ? p.pop : body);
  else
    svg +=
      shape(star(hx, hy, 8, tall * 0.17, tall * 0.125, Math.PI / 8), p.pop) +
      shape(star(hx, hy, 8, tall * 0.09, tall * 0.06, 0), body);
  const floor = two ? mix(body, p.ink, 0.35) : body;
  return { svg: svg + rect(0, y1, w, h - y1, floor), top: p.ground, bottom: floor };
}

/** The outline of a boteh of height about 2·s, its tip bending to the side `k`. */
function botehPath(x: number, y: number, s: number, k: 1 | -1): string {
  const q = (dx: number, dy: number): string => `${n(x + dx * s * k)} ${n(y + dy * s)}`;
  return `M${q(0.5, -0.92)}C${q(0.2, -1.1)} ${q(-0.12, -0.95)} ${q(-0.3, -0.62)}C${q(-0.5, -0.25)} ${q(-0.68, 0.05)} ${q(-0.66, 0.38)}C${q(-0.64, 0.76)} ${q(-0.34, 1)} ${q(0, 1)}C${q(0.4, 1)} ${q(0.68, 0.7)} ${q(0.66, 0.34)}C${q(0.64, 0)} ${q(0.4, -0.2)} ${q(0.24, -0.44)}C${q(0.12, -0.64)} ${q(0.24, -0.86)} ${q(0.5, -0.92)}Z`;
}

function flower(x: number, y: number, r: number, petals: number, outer: Colour, core: Colour): string {
  let svg = '';
  for (let i = 0; i < petals; i += 1) {
    const [px, py] = polar(x, y, (i / petals) * Math.PI * 2, r * 0.62);
    svg += disc(px, py, r * 0.36, outer);
  }
  return svg + disc(x, y, r * 0.36, core);
}

/** One great boteh, leaf within leaf, with buds along its rim. */
export function boteh(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { cx, cy, r } = frame(canvas);
  const k = rng.chance(0.5) ? 1 : -1;
  const s = r * 0.9;
  let svg = rect(0, 0, w, h, p.ground);
  const small = mix(p.ground, p.a, 0.45);
  for (const [dx, dy, t] of [
    [-1.02, -0.5, 1],
    [1.04, 0.35, -1],
    [-1.05, 0.62, 1],
    [1.0, -0.62, -1],
  ] as const)
    svg +=
      shape(botehPath(cx + dx * r, cy + dy * r, r * 0.27, t), small) +
      disc(cx + dx * r, cy + dy * r + r * 0.1, r * 0.07, p.b);
  for (let i = 0; i < 22; i += 1) {
    const angle = -0.95 + (i / 21) * 4.9;
    const [bx, by] = [cx + Math.cos(angle) * s * 0.76 * k, cy + s * 0.34 + Math.sin(angle) * s * 0.76];
    if (by > cy - s * 0.05) svg += disc(bx, by, s * 0.045, i % 2 ? p.pop : p.b);
  }
  const rings: Colour[] = [p.a, p.line, p.b, mix(p.a, p.ink, 0.2), p.pop];
  rings.forEach((fill, i) => {
    const t = [1, 0.86, 0.81, 0.6, 0.4][i] ?? 0.4;
    svg += shape(botehPath(cx, cy + s * (1 - t) * 0.36, s * t, k), fill);
  });
  svg += flower(cx, cy + s * 0.42, s * 0.19, 8, p.a, p.paper);
  for (let i = 0; i < 9; i += 1) {
    const [x, y] = polar(cx, cy + s * 0.4, 0.1 + (i / 8) * 2.94, s * 0.48);
    svg += disc(x, y, s * 0.028, p.line);
  }
  return { svg, top: p.ground, bottom: p.ground };
}

/** Sweeps of a reed pen: a slanted nib drawn along a curve leaves thick and thin by itself. */
function sweep(from: Point, c1: Point, c2: Point, to: Point, nib: number, slant: number, fill: Colour): string {
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i <= 36; i += 1) {
    const t = i / 36;
    const m = 1 - t;
    const at = (j: 0 | 1): number => m ** 3 * from[j] + 3 * m * m * t * c1[j] + 3 * m * t * t * c2[j] + t ** 3 * to[j];
    const half = (nib / 2) * (0.35 + 0.65 * Math.sin(Math.PI * Math.min(1, 0.12 + t * 0.8)));
    left.push([at(0) - Math.cos(slant) * half, at(1) - Math.sin(slant) * half]);
    right.unshift([at(0) + Math.cos(slant) * half, at(1) + Math.sin(slant) * half]);
  }
  return shape(polygon([...left, ...right]), fill);
}

/** Strokes of nastaliq without a word: bowls, a long kashida and lozenge dots. */
export function brush(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { cx, cy, r } = frame(canvas);
  const nib = r * 0.34;
  const slant = -1.05;
  const dot = (x: number, y: number, s: number, fill: Colour): string =>
    shape(
      polygon([
        [x, y - s],
        [x + s * 0.9, y - s * 0.1],
        [x, y + s * 0.8],
        [x - s * 0.9, y - s * 0.1],
      ]),
      fill,
    );
  let svg =
    rect(0, 0, w, h, p.ground) + disc(cx + r * 0.2, cy - r * 0.12, r * 0.62, p.scheme === 'hot' ? p.paper : p.pop);
  const dark = p.a;
  svg += sweep(
    [cx + r * 0.95, cy - r * 0.5],
    [cx + r * 1.1, cy + r * 0.95],
    [cx - r * 0.85, cy + r * 1.05],
    [cx - r * 0.9, cy - r * 0.05],
    nib,
    slant,
    dark,
  );
  svg += sweep(
    [cx + r * 0.55, cy - r * 0.86],
    [cx + r * 0.2, cy - r * 0.6],
    [cx - r * 0.2, cy - r * 0.82],
    [cx - r * 1.02, cy - r * 0.62],
    nib * 0.62,
    slant,
    p.b,
  );
  if (rng.chance(0.6))
    svg += sweep(
      [cx - r * 0.3, cy - r * 0.95],
      [cx - r * 0.2, cy - r * 0.3],
      [cx - r * 0.36, cy],
      [cx - r * 0.3, cy + r * 0.36],
      nib * 0.5,
      slant,
      p.line,
    );
  else
    svg += sweep(
      [cx + r * 0.46, cy - r * 0.2],
      [cx + r * 0.5, cy + r * 0.5],
      [cx - r * 0.3, cy + r * 0.55],
      [cx - r * 0.5, cy + r * 0.16],
      nib * 0.6,
      slant,
      p.line,
    );
  const dots = rng.whole(1, 3);
  for (let i = 0; i < dots; i += 1)
    svg += dot(
      cx + r * (0.12 + (i - (dots - 1) / 2) * 0.25),
      cy + r * (i === 1 && dots === 3 ? 0.02 : 0.2),
      r * 0.11,
      p.scheme === 'hot' ? p.line : p.ink === p.ground ? p.paper : p.ink,
    );
  return { svg, top: p.ground, bottom: p.ground };
}

function stars(rng: Rng, w: number, top: number, bottom: number, count: number, fill: Colour): string {
  let svg = '';
  for (let i = 0; i < count; i += 1)
    svg += disc(rng.between(0, w), rng.between(top, bottom), rng.pick([1.2, 1.6, 2.4]), fill);
  return svg;
}

/** Orbits, a half-lit planet and a constellation drawn with a ruler. */
export function constellation(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { x0, y0, x1, y1, cx, cy, r } = frame(canvas);
  const k = rng.chance(0.5) ? 1 : -1;
  let svg = rect(0, 0, w, h, p.ground) + stars(rng, w, y0, y1, 34, mix(p.ground, p.line, 0.6));
  for (let i = 3; i > 0; i -= 1)
    svg += ring(cx, cy, r * (0.36 + i * 0.2), mix(p.ground, p.line, 0.4), i === 2 ? 3 : 1.6);
  svg +=
    disc(cx, cy, r * 0.44, p.b) +
    clipped(
      `planet${Math.round(y0)}x${Math.round(y1)}`,
      `M${n(cx - r * 0.44)} ${n(cy)}a${n(r * 0.44)} ${n(r * 0.44)} 0 1 0 ${n(r * 0.88)} 0a${n(r * 0.44)} ${n(r * 0.44)} 0 1 0 ${n(-r * 0.88)} 0Z`,
      rect(cx - r, cy - r * 0.2, r * 2, r * 0.14, mix(p.b, p.a, 0.6)) +
        rect(cx - r, cy + r * 0.06, r * 2, r * 0.07, mix(p.b, p.a, 0.6)) +
        disc(cx + k * r * 0.26, cy + r * 0.06, r * 0.46, mix(p.a, p.b, 0.15)),
    );
  for (const [i, size] of [
    [1, 0.08],
    [2, 0.12],
    [3, 0.06],
  ] as const) {
    const [x, y] = polar(cx, cy, rng.between(0, Math.PI * 2), r * (0.36 + i * 0.2));
    svg += disc(x, y, r * size, i === 2 ? p.pop : p.line);
  }
  const points: Point[] = [];
  for (let i = 0; i < 6; i += 1)
    points.push([x0 + (x1 - x0) * (0.1 + (i / 5) * 0.8), cy + k * (i - 2.5) * r * 0.26 + rng.between(-0.24, 0.24) * r]);
  svg += stroke(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`, p.line, 2.2);
  points.forEach(([x, y], i) => {
    svg += shape(star(x, y, 4, r * (i === 2 ? 0.15 : 0.08), r * 0.025, 0), i === 2 ? p.pop : p.line);
  });
  return { svg, top: p.ground, bottom: p.ground };
}

/** Birds cut from two triangles each, turning about a sun. */
export function birds(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { cx, cy, r } = frame(canvas);
  let svg = rect(0, 0, w, h, p.ground) + disc(cx, cy, r * 0.24, p.pop);
  const hues = [p.a, p.b, p.line] as const;
  for (let row = 0; row < 2; row += 1) {
    const count = row ? 9 : 6;
    for (let i = 0; i < count; i += 1) {
      const angle = (i / count) * Math.PI * 2 + row * 0.35;
      const [x, y] = polar(cx, cy, angle, r * (row ? 0.74 : 0.46));
      const s = r * (row ? 0.24 : 0.18) * rng.between(0.85, 1.1);
      const deg = (angle * 180) / Math.PI + 90;
      const hue = hues[(i + row) % 3] ?? p.a;
      svg += `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(deg)}) scale(${n(s)})">${shape('M1 0L.1-.16-.5-1-.3-.1Z', hue)}${shape('M1 0L.1.16-.35.85-.3.1Z', mix(hue, p.ground, 0.35))}${shape('M-.2 0L-.95.3-.8-.2Z', hue)}</g>`;
    }
  }
  return { svg, top: p.ground, bottom: p.ground };
}
