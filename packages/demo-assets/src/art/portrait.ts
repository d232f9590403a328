import { arch, disc, n, rect, ring, shape, star, stroke } from './canvas.ts';
import { type Colour, contrast, mix } from './colour.ts';
import { findComplexion } from './complexion.ts';
import { choosePalette, type Palette } from './palette.ts';
import { createRng, type Rng } from './prng.ts';

/** Of the drawing's units. */
const S = 240;
/** Pixels: twice the largest portrait of a page. */
const SIZE = 544;

/** The person of a picture. `born` is a year; nobody's likeness is meant. */
export interface Look {
  slug: string;
  female?: boolean;
  iranian?: boolean;
  born?: number | undefined;
  /** The person's own, else those of all their works: two capitals each. They decide on the complexion. */
  countries?: readonly string[] | undefined;
}

/** A figure without a complexion is a print in one hue, face and all: ink, deep, tint and paper. */
const PRINTS: readonly [Print, ...Print[]] = [
  ['#0d1838', '#2c4a9c', '#a9c0f2', '#eef2fb'],
  ['#1d1340', '#5a41a4', '#c3b3f3', '#f4f0fc'],
  ['#0a2a33', '#1d6c78', '#a3d5d6', '#edf6f5'],
  ['#202633', '#56627a', '#bcc8da', '#f1f3f6'],
];
const GREYS = ['#8f8b87', '#b9b5b0', '#d8d4ce', '#6d6966'] as const;
const SCARVES = [
  '#efe7d8',
  '#2f7377',
  '#7d2238',
  '#274573',
  '#d08a2e',
  '#5f2f72',
  '#93b9a6',
  '#d68fa3',
  '#191b22',
] as const;
const DEMO_YEAR = 2026;
const GREY_AGE = 58;

type Print = readonly [ink: Colour, deep: Colour, tint: Colour, paper: Colour];

interface Features {
  look: Look;
  rng: Rng;
  palette: Palette;
  skin: Colour;
  /** Skin in shadow. */
  dark: Colour;
  /** Lips of a woman, and those within a beard. */
  lips: readonly [Colour, Colour];
  hair: Colour;
  cloth: Colour;
  second: Colour;
  aged: boolean;
  /** Half the head's width and height. */
  rx: number;
  ry: number;
}

/** Draws somebody as head and shoulders with light from one side, 544×544. No letters: the page sets the name. */
export function drawPortrait(look: Look): string {
  const rng = createRng(`portrait/${look.slug}`);
  const complexion = findComplexion(look.countries ?? []);
  const print = rng.pick(PRINTS);
  const palette = complexion ? choosePalette(rng, ['night', 'flat', 'flat', 'paper', 'hot']) : layPrint(rng, print);
  const skin = complexion ? rng.pick(complexion.skins) : print[2];
  const hairs = complexion?.hairs ?? ([palette.ink, mix(palette.ink, palette.pop, 0.1)] as const);
  const greys = complexion
    ? GREYS
    : ([mix(palette.ink, palette.pop, 0.7), mix(palette.ink, palette.pop, 0.82)] as const);
  const age = look.born === undefined ? rng.whole(24, 70) : DEMO_YEAR - look.born;
  const aged = age > GREY_AGE;
  const features: Features = {
    look,
    rng,
    palette,
    skin,
    dark: complexion ? mix(skin, '#3a1d16', 0.3) : mix(skin, palette.ink, 0.3),
    lips: complexion ? ['#9c3b3b', '#7d4038'] : [palette.ink, mix(skin, palette.ink, 0.36)],
    hair: aged ? rng.pick(greys) : rng.pick(hairs),
    cloth: rng.pick([palette.a, palette.b, palette.ink]),
    second: palette.pop,
    aged,
    rx: rng.between(31, 36),
    ry: rng.between(41, 46),
  };
  if (features.cloth === palette.ground) features.cloth = mix(palette.ground, palette.ink, 0.55);
  // Three framings: near, a bust, farther and to the side.
  const [scale, dx, dy] = rng.pick<readonly [number, number, number]>([
    [1.32, 0, 20],
    [1.08, 0, 8],
    [0.96, rng.pick([-16, 16]), 0],
  ]);
  const k = rng.pick([-1, 1]);
  const figure = drawBack(features) + drawBody(features) + drawHead(features) + drawTop(features);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${S} ${S}">${drawGround(features)}` +
    `<g transform="translate(${n(120 + dx)} ${n(112 + dy)}) scale(${(k * scale).toFixed(2)} ${scale})">${figure}</g></svg>`
  );
}

function layPrint(rng: Rng, [ink, deep, tint, paper]: Print): Palette {
  const scheme = rng.pick(['night', 'flat', 'paper'] as const);
  const ground = { night: ink, flat: deep, paper }[scheme];
  const a = scheme === 'night' ? deep : ink;
  return {
    scheme,
    ground,
    a,
    b: scheme === 'flat' ? ink : deep,
    pop: paper,
    line: paper,
    ink,
    paper: mix(tint, paper, 0.6),
  };
}

function drawGround({ rng, palette: p }: Features): string {
  const soft = mix(p.ground, p.b, 0.4);
  const x = rng.between(70, 170);
  return (
    rect(0, 0, S, S, p.ground) +
    rng.pick([
      disc(x, 130, 104, soft),
      shape(arch(120, 240, 190, 216), soft),
      shape(star(120, 120, 8, 128, 98, Math.PI / 8), soft),
      rect(x - 50, 0, 100, S, soft),
      disc(x, 96, 74, soft) + ring(x, 96, 92, soft, 6),
    ])
  );
}

/** Hair that hangs behind. */
function drawBack({ look, rng, hair, rx, ry }: Features): string {
  if (!look.female || look.iranian) return '';
  const long = rng.chance(0.6) ? 66 : 34;
  return shape(
    `M${n(-rx - 9)} -4C${n(-rx - 13)} ${n(-ry - 26)} ${n(rx + 13)} ${n(-ry - 26)} ${n(rx + 9)} -4L${n(rx + 13)} ${long}H${n(-rx - 13)}Z`,
    hair,
  );
}

function drawBody({ look, rng, skin, dark, cloth, second, palette: p }: Features): string {
  const w = look.female ? rng.between(62, 70) : rng.between(72, 84);
  const shade = mix(cloth, '#000000', 0.24);
  const shoulders = `M${n(-w)} 150C${n(-w)} 84 ${n(-w * 0.7)} 76 -22 64H22C${n(w * 0.7)} 76 ${n(w)} 84 ${n(w)} 150Z`;
  const shadow = shape(`M14 66C${n(w * 0.7)} 76 ${n(w)} 84 ${n(w)} 150H34C34 110 26 84 14 66Z`, shade);
  const neck = shape('M-15 24V62Q0 80 15 62V24Z', dark) + shape('M-15 24V62Q-8 70 -2 71V24Z', skin);
  const collar = rng.pick([
    shape('M-24 63L0 84L24 63L34 78L0 112L-34 78Z', mix(cloth, p.paper, 0.75)) + shape('M-4 92H4L8 150H-8Z', second),
    shape('M-20 60Q0 82 20 60L26 68Q0 94 -26 68Z', second),
    shape('M-22 64L0 104L22 64L40 74L8 150H-8L-40 74Z', shade),
    shape('M-19 54C-10 66 10 66 19 54L23 74C10 84 -10 84 -23 74Z', shade),
    '',
  ]);
  return shape(shoulders, cloth) + shadow + neck + collar;
}

function drawHead({ look, rng, skin, dark, lips: [red, hid], hair, aged, rx, ry }: Features): string {
  const line = mix(dark, '#2a120c', 0.5);
  const face =
    disc(-rx, 2, 6.4, skin) +
    disc(rx, 2, 6.4, dark) +
    `<ellipse rx="${n(rx)}" ry="${n(ry)}" fill="${skin}"/>` +
    shape(
      `M6 ${n(-ry)}C${n(rx * 1.35)} ${n(-ry * 0.9)} ${n(rx * 1.35)} ${n(ry * 0.9)} 2 ${n(ry)}C16 ${n(ry * 0.5)} 10 20 12 8C16 -6 16 ${n(-ry * 0.6)} 6 ${n(-ry)}Z`,
      dark,
    );
  const brow = look.female ? 2.2 : 3.4;
  const eyes = [-13, 13].map(
    (x) =>
      stroke(`M${x - 6} -9Q${x} -14 ${x + 6} -9`, aged ? mix(hair, line, 0.4) : hair, brow) +
      `<ellipse cx="${x}" cy="-1" rx="2.6" ry="3" fill="#1a1210"/>`,
  );
  const nose = stroke('M2 -2L6 13Q2 16 -2 14', line, 1.8);
  const mouth = rng.pick(['M-8 25Q0 30 9 24', 'M-8 26H8', 'M-9 24Q0 32 9 24']);
  const age = aged ? stroke(`M-22 16Q-19 22 -14 25M-12 -22H10M-9 -27H8`, mix(skin, line, 0.35), 1.2) : '';
  const lips = stroke(mouth, look.female ? red : line, look.female ? 3 : 2);
  const beard = look.female ? '' : drawBeard(rng, [hair, hid], rx, ry);
  const glasses = rng.chance(aged ? 0.42 : 0.2)
    ? ring(-13, -1, 9.5, '#17120f', 2.2) +
      ring(13, -1, 9.5, '#17120f', 2.2) +
      stroke(`M-3.5 -2Q0 -4 3.5 -2M${n(-rx)} -4L-22 -3M22 -3L${n(rx)} -4`, '#17120f', 2)
    : '';
  return face + eyes.join('') + nose + age + beard + (beard.length > 400 ? '' : lips) + glasses;
}

function drawBeard(rng: Rng, [hair, hid]: readonly [Colour, Colour], rx: number, ry: number): string {
  const moustache = shape('M0 17C-6 14 -14 17 -17 23C-10 25 -4 24 0 21C4 24 10 25 17 23C14 17 6 14 0 17Z', hair);
  const chin = `M${n(-rx)} 2C${n(-rx)} ${n(ry * 1.06)} -14 ${n(ry + 9)} 0 ${n(ry + 9)}S${n(rx)} ${n(ry * 1.06)} ${n(rx)} 2C${n(rx - 6)} 20 18 18 0 20C-18 18 ${n(6 - rx)} 20 ${n(-rx)} 2Z`;
  const lips = shape('M-8 27Q0 32 8 27Q0 36 -8 27Z', hid);
  return rng.pick([
    '',
    '',
    moustache,
    shape(chin, hair) + moustache + lips,
    shape(
      `M-12 ${n(ry - 12)}Q0 ${n(ry - 18)} 12 ${n(ry - 12)}Q10 ${n(ry + 6)} 0 ${n(ry + 7)}Q-10 ${n(ry + 6)} -12 ${n(ry - 12)}Z`,
      hair,
    ) + moustache,
  ]);
}

/** A scarf, a hat or hair. */
function drawTop(features: Features): string {
  const { look, rng, hair, rx, ry, cloth, palette: p, aged } = features;
  const [w, top] = [rx + 5, -ry - 8];
  if (look.female && look.iranian) {
    const wish = rng.pick(SCARVES);
    const scarf = contrast(wish, p.ground) < 1.25 ? '#f6f1e7' : wish;
    const fold = mix(scarf, '#000000', 0.22);
    const loose = rng.chance(0.6);
    const front = loose ? ry * 0.62 : ry * 0.42;
    return (
      (loose
        ? shape(
            `M${n(-rx + 2)} ${n(-front + 8)}C${n(-rx + 6)} ${n(-ry - 4)} ${n(rx - 6)} ${n(-ry - 4)} ${n(rx - 2)} ${n(-front + 8)}C14 ${n(-front - 8)} -2 ${n(-front - 4)} ${n(-rx + 2)} ${n(-front + 8)}Z`,
            hair,
          )
        : '') +
      `<path fill="${scarf}" fill-rule="evenodd" d="M${n(-w - 6)} 8C${n(-w - 10)} ${n(top - 18)} ${n(w + 10)} ${n(top - 18)} ${n(w + 6)} 8C${n(w + 8)} 40 44 62 52 96H-52C-44 62 ${n(-w - 8)} 40 ${n(-w - 6)} 8ZM${n(-rx + 1)} 2C${n(-rx + 1)} 24 -16 ${n(ry - 1)} 0 ${n(ry + 1)}C16 ${n(ry - 1)} ${n(rx - 1)} 24 ${n(rx - 1)} 2C${n(rx - 1)} ${n(-front - 12)} ${n(1 - rx)} ${n(-front - 12)} ${n(1 - rx)} 2Z"/>` +
      shape(
        `M0 ${n(ry + 2)}C16 ${n(ry)} ${n(rx)} 26 ${n(rx)} 4L${n(w + 6)} 8C${n(w + 8)} 40 44 62 52 96H6C18 80 10 60 0 ${n(ry + 2)}Z`,
        fold,
      ) +
      stroke(`M-34 60C-14 74 6 66 22 ${n(ry + 4)}`, fold, 2)
    );
  }
  const line = rng.between(0.42, 0.62) * ry;
  const fringe = (a: number, b: number): string =>
    shape(
      `M${n(-w)} 4C${n(-w - 4)} ${n(top - 14)} ${n(w + 4)} ${n(top - 14)} ${n(w)} 4L${n(rx - 3)} ${n(-a)}C${n(rx * 0.4)} ${n(-b - 8)} ${n(-rx * 0.4)} ${n(-a - 10)} ${n(3 - rx)} ${n(-b)}Z`,
      hair,
    );
  if (look.female)
    return fringe(line, line * rng.between(0.5, 1)) + (rng.chance(0.25) ? disc(0, top - 8, 15, hair) : '');
  const bald = shape(
    `M${n(-w)} 6C${n(-w - 2)} -14 ${n(-rx)} -22 ${n(3 - rx)} -20L${n(-rx + 4)} 4ZM${n(w)} 6C${n(w + 2)} -14 ${n(rx)} -22 ${n(rx - 3)} -20L${n(rx - 4)} 4Z`,
    hair,
  );
  const hat =
    shape(`M${n(-w)} -20C${n(-w)} ${n(top - 22)} ${n(w)} ${n(top - 22)} ${n(w)} -20Z`, mix(cloth, '#000000', 0.15)) +
    rng.pick([
      shape(
        `M${n(-w - 16)} -18C-20 -28 20 -28 ${n(w + 16)} -18C20 -10 -20 -10 ${n(-w - 16)} -18Z`,
        mix(cloth, '#000000', 0.3),
      ),
      shape(`M${n(-w - 2)} -20H${n(w + 16)}C${n(w + 12)} -12 20 -14 ${n(-w)} -14Z`, mix(cloth, '#000000', 0.3)),
    ]);
  const curls = Array.from({ length: 7 }, (_, at) =>
    disc((at - 3) * 11, top + Math.abs(at - 3) * 6 + 2, 13, hair),
  ).join('');
  return rng.pick([
    fringe(line, line),
    fringe(line * 1.2, line * 0.7),
    aged ? bald : fringe(line, line * 1.3),
    aged ? bald : curls,
    rng.chance(0.3) ? hat : fringe(line * 1.25, line * 1.1),
  ]);
}
