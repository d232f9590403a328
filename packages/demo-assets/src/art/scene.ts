import { disc, type Family, frame, n, rect, shape } from './canvas.ts';
import { type Colour, contrast, mix } from './colour.ts';
import type { Palette } from './palette.ts';
import type { Rng } from './prng.ts';

/** The colours of a scene by what they are for; each shows on the sky. */
export interface Tones {
  sky: Colour;
  /** Sky that is a little nearer to the body: far things. */
  haze: Colour;
  /** The main thing, its shadow side, and the second thing. */
  body: Colour;
  shade: Colour;
  second: Colour;
  /** The one thing that calls: a sun, a lamp, a fruit. */
  glow: Colour;
  line: Colour;
  land: Colour;
  ink: Colour;
  paper: Colour;
}

/** A drawing in units: 100 is half the narrower side of the focus, 0 0 its centre. Flat `floor` below 100. */
interface Drawing {
  svg: string;
  sky?: Colour;
  floor?: Colour;
}

function mixTones(p: Palette): Tones {
  const sky = p.ground;
  const find = (wishes: readonly Colour[], from: readonly Colour[], ratio: number): Colour =>
    wishes.find((wish) => from.every((other) => contrast(wish, other) >= ratio)) ?? p.line;
  const body = find([p.a, p.b, p.line], [sky], 1.8);
  const second = find([p.b, p.a, mix(p.line, sky, 0.25), p.line], [sky, body], 1.35);
  const glow = find([p.pop, p.paper, p.b], [sky, body], 1.2);
  const land = p.scheme === 'flat' ? mix(p.ink, sky, 0.22) : mix(p.a, p.ink, p.scheme === 'night' ? 0.5 : 0.25);
  const shade = mix(body, p.ink, 0.4);
  return { sky, haze: mix(sky, body, 0.3), body, shade, second, glow, line: p.line, land, ink: p.ink, paper: p.paper };
}

/** A composition from a drawing in units. */
export const scene =
  (draw: (tones: Tones, rng: Rng) => Drawing): Family =>
  (canvas) => {
    const { cx, cy, r } = frame(canvas);
    const tones = mixTones(canvas.palette);
    const { svg, sky = tones.sky, floor = sky } = draw(tones, canvas.rng);
    const unit = r / 100;
    return {
      svg: `${rect(0, 0, canvas.w, canvas.h, sky)}<g transform="translate(${n(cx)} ${n(cy)}) scale(${unit.toFixed(3)})">${svg}</g>`,
      top: sky,
      bottom: floor,
    };
  };

/** A part moved, turned (degrees) and scaled. */
export const put = (x: number, y: number, svg: string, scale = 1, turn = 0): string =>
  `<g transform="translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}${scale === 1 ? '' : ` scale(${scale.toFixed(2)})`}">${svg}</g>`;

export const mirror = (svg: string): string => `<g transform="scale(-1 1)">${svg}</g>`;

/** Flat ground from `y` down, as wide as any sheet. */
export const ground = (y: number, fill: Colour): string => rect(-500, y, 1200, 700, fill);

export const sun = (x: number, y: number, r: number, t: Tones): string =>
  disc(x, y, r * 1.25, mix(t.sky, t.glow, 0.22)) + disc(x, y, r, t.glow);

/** As many parts as asked, by number. */
export const repeat = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

export const halftone = (x: number, y: number, w: number, h: number, fill: Colour): string =>
  repeat(Math.round(h / 7), (row) =>
    repeat(Math.round(w / 7), (column) =>
      disc(x + column * 7 + (row % 2) * 3.5, y + row * 7, 0.5 + (2.6 * row * 7) / h, fill),
    ),
  );

export const stars = (rng: Rng, count: number, fill: Colour): string =>
  repeat(count, () => disc(rng.between(-140, 300), rng.between(-140, 80), rng.pick([0.6, 0.8, 1.3]), fill));

/** A tree of round crowns standing on 0 0, some 100 high. */
export const tree = (crown: Colour, lit: Colour, trunk: Colour): string =>
  shape('M-4 0C-3 -20 -6 -40 -16 -56L-12 -58C-6 -46 -2 -44 0 -40C2 -50 8 -56 14 -62L17 -59C8 -46 5 -24 6 0Z', trunk) +
  disc(-22, -62, 20, crown) +
  disc(20, -64, 22, crown) +
  disc(0, -82, 26, crown) +
  disc(-4, -60, 18, crown) +
  disc(8, -90, 14, lit) +
  disc(-24, -68, 10, lit) +
  disc(26, -70, 9, lit);

/** A car from its side, 100 long, standing on 0 0. */
export const car = (body: Colour, glass: Colour, tyre: Colour): string =>
  shape('M-50 -10C-50 -22 -44 -24 -32 -26L-18 -40C-16 -42 14 -43 18 -40L32 -26C46 -24 50 -20 50 -10Z', body) +
  shape('M-26 -26L-15 -37H-2V-26ZM2 -26V-37H15L25 -26Z', glass) +
  disc(-28, -9, 10, tyre) +
  disc(28, -9, 10, tyre) +
  disc(-28, -9, 4, glass) +
  disc(28, -9, 4, glass);

/** A flat-roofed house of mud with a dome, standing on 0 0, some 60 wide. */
export const house = (wall: Colour, dark: Colour): string =>
  shape('M-30 0V-30H30V0Z', wall) +
  shape('M-18 -30C-18 -48 18 -48 18 -30Z', wall) +
  shape('M-6 0V-14C-6 -20 6 -20 6 -14V0ZM-22 -14V-22H-14V-14ZM14 -14V-22H22V-14Z', dark);

/** A bird in flight, 40 wide. */
export const bird = (fill: Colour): string =>
  shape('M-20 -4C-12 -10 -5 -8 0 0C5 -8 12 -10 20 -4C12 -6 6 -2 2 6L-2 6C-6 -2 -12 -6 -20 -4Z', fill);
