/** Actors move before the picture of a shot: each is a drawing at a time of its shot. */

import type { Palette } from '../art/palette.ts';
import { HEIGHT, WIDTH } from './frame.ts';
import { lerp, n, random } from './draw.ts';

/** Draws an actor at `time` seconds of its shot, `share` of which is over. */
type Actor = (time: number, share: number, palette: Palette) => string;

const chance = random(83);
const many = <T>(count: number, make: (at: number, chance: () => number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at, chance));

const paint = (d: string, fill: string, opacity = 1) => `<path d="${d}" fill="${fill}" fill-opacity="${n(opacity)}"/>`;
const draw = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round"/>`;
const disc = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" fill-opacity="${n(opacity)}"/>`;
const place = (inside: string, x: number, y: number, scale: number, turn = 0) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(scale)})">${inside}</g>`;

/** Near things are dark, and stand out from a dark ground by its second colour. */
const shade = ({ scheme, a, b, ink }: Palette) => (scheme === 'night' ? b : scheme === 'hot' ? a : ink);

/** A figure 100 high above 0, in the middle of a step. */
function drawWalker(time: number, fill: string, isCloaked: boolean): string {
  const swing = Math.sin(time * 7);
  const legs = [swing, -swing].map((way) => draw(`M0 -38Q${n(way * 6)} -20 ${n(way * 17)} -1`, fill, 9)).join('');
  const arm = draw(`M0 -72Q${n(-swing * 12)} -58 ${n(-swing * 18)} -44`, fill, 7);
  const body = isCloaked
    ? 'M-22 -8C-18 -40 -20 -68 -9 -79C-14 -93 -7 -102 0 -102C7 -102 14 -93 9 -79C20 -68 18 -40 22 -8Z'
    : 'M-13 -74C-12 -82 12 -82 13 -74L16 -34L-16 -34Z';
  const rise = -Math.abs(Math.cos(time * 7)) * 3;
  return `<g transform="translate(0 ${n(rise)})">${legs}${paint(body, fill)}${isCloaked ? '' : arm + disc(0, -91, 9.5, fill)}</g>`;
}

/** Crosses the picture once: the place at a share, beyond both edges by `margin` pixels. */
const cross = (share: number, margin: number) => lerp(-margin, WIDTH + margin, share);

const FLOCK = many(9, (at, next) => ({ x: at * 74 + next() * 40, y: next() * 170, pace: 7 + next() * 3 }));
const CLOUDS = many(5, (at, next) => ({ x: at * 330 + next() * 90, y: 60 + next() * 200, size: 0.7 + next() * 0.8 }));
const BLADES = many(64, (at, next) => ({ x: at * 21 + next() * 12, height: 90 + next() * 130, lean: next() * 30 }));
const SHELLS = many(7, (at, next) => ({ x: 120 + next() * 1040, y: 250 + next() * 190, start: at * 0.85 }));
const SPARKS = many(26, (_, next) => ({
  x: next() * WIDTH,
  y: next(),
  pace: 0.05 + next() * 0.06,
  size: 3 + next() * 6,
}));
const SHOAL = many(8, (at, next) => ({ x: at * 130, y: 430 + next() * 220, size: 0.6 + next() * 0.8 }));
const HEADS = many(14, (at, next) => ({ x: at * 98 + next() * 30, y: next() * 34, pace: 4 + next() * 2 }));
const EYES = many(6, (at, next) => ({ x: 110 + at * 205 + next() * 60, y: 330 + next() * 280, start: next() * 3 }));

const drawBand = (time: number, top: number, height: number, fill: string, opacity: number) => {
  const crests = Array.from({ length: 11 }, (_, at) => `q80 ${at % 2 ? height : -height} 160 0`).join('');
  const shift = -((time * 60 + top) % 320);
  return paint(`M${n(shift)} ${n(top + Math.sin(time * 1.6 + top) * 7)}${crests}V760H-330Z`, fill, opacity);
};
const drawSea = (time: number, { a, b, ink }: Palette) =>
  drawBand(time, 585, 20, b, 0.7) + drawBand(time * 1.3, 630, 24, a, 0.9) + drawBand(time * 1.7, 676, 26, ink, 1);

export const ACTORS = {
  nobody: () => '',
  walker: (time, share, palette) => place(drawWalker(time, shade(palette), false), cross(share, 120), 738, 4.1),
  woman: (time, share, palette) => place(drawWalker(time, shade(palette), true), cross(1 - share, 120), 738, 3.9),
  couple: (time, share, palette) =>
    place(drawWalker(time, shade(palette), false), cross(share, 260) - 75, 735, 3.5) +
    place(drawWalker(time + 0.3, shade(palette), true), cross(share, 260) + 75, 735, 3.3),
  child: (time, share, palette) => place(drawWalker(time * 1.9, shade(palette), false), cross(share, 90), 716, 1.9),
  birds: (time, share, { line }) =>
    FLOCK.map(({ x, y, pace }) => {
      const wing = Math.sin(time * pace + x) * 13;
      const px = lerp(-640, WIDTH, share) + x;
      return draw(
        `M${n(px - 24)} ${n(90 + y - wing)}q13 -5 24 ${n(wing + 4)}q11 ${n(-wing - 9)} 24 ${n(-wing - 4)}`,
        line,
        5,
      );
    }).join(''),
  car: (time, share, palette) => {
    const wheels = [-105, 105].map((x) => {
      const spokes = [0, 60, 120].map(
        (turn) =>
          `<path d="M-26 0H26" stroke="${palette.line}" stroke-width="5" transform="rotate(${n(time * 420 + turn)})"/>`,
      );
      return `<g transform="translate(${x} -34)">${disc(0, 0, 34, palette.ink)}${spokes.join('')}</g>`;
    });
    const body =
      'M-190 -40V-80Q-185 -96 -120 -100L-76 -152Q-70 -160 -56 -160H60Q76 -160 84 -150L122 -102Q186 -96 190 -76V-40Z';
    const inside =
      paint('M188 -78L760 -150V60L188 -50Z', palette.pop, 0.22) +
      paint(body, shade(palette)) +
      paint('M-62 -108L-40 -146H54L82 -108Z', palette.line, 0.75) +
      wheels.join('');
    return place(inside, cross(share, 480), 726 + Math.sin(time * 17) * 2, 1.25);
  },
  boat: (time, share, palette) => {
    const hull =
      paint('M-120 -34H120Q104 8 70 14H-80Q-112 4 -120 -34Z', palette.pop) +
      paint('M-4 -44V-230Q92 -140 96 -44Z', palette.paper) +
      paint('M-12 -44V-200Q-70 -120 -84 -44Z', palette.line, 0.8);
    return (
      place(hull, cross(share, 160), 606 + Math.sin(time * 1.9) * 12, 1, Math.sin(time * 1.6) * 5) +
      drawSea(time, palette)
    );
  },
  sea: (time, _, palette) => drawSea(time, palette),
  clouds: (time, _, { line }) => {
    const clouds = CLOUDS.map(({ x, y, size }) => {
      const puffs =
        disc(0, 0, 46, line) + disc(58, -22, 60, line) + disc(120, 0, 44, line) + draw('M0 24H120', line, 44);
      return place(puffs, ((x + time * 46 * size) % 1640) - 200, y, size);
    });
    return `<g opacity="0.3">${clouds.join('')}</g>`;
  },
  beam: (time, _, { line }) => {
    const middle = 640 + Math.sin(time * 0.9) * 520;
    return paint(`M${n(1280 - middle)} -60L${n(middle - 190)} 780H${n(middle + 190)}Z`, line, 0.16);
  },
  crowd: (time, _, palette) =>
    HEADS.map(({ x, y, pace }) => {
      const rise = y - Math.abs(Math.sin(time * pace)) * 22;
      return (
        paint(
          `M${n(x - 70)} 760V${n(690 + rise)}Q${n(x)} ${n(600 + rise)} ${n(x + 70)} ${n(690 + rise)}V760Z`,
          palette.ink,
        ) + disc(x, 612 + rise, 40, palette.ink)
      );
    }).join(''),
  ball: (time, share, { pop, line }) => {
    const y = 668 - Math.abs(Math.sin(time * 3.4)) * 330;
    const x = cross(share, 70);
    return `<ellipse cx="${n(x)}" cy="706" rx="${n(30 + (y - 340) / 12)}" ry="8" fill-opacity="0.25"/>${place(disc(0, 0, 46, pop) + draw('M-44 0Q0 -26 44 0M0 -44Q-22 0 0 44', line, 5), x, y, 1, time * 200)}`;
  },
  comet: (time, _, { pop, line }) =>
    [0, 1, 2]
      .map((at) => {
        const share = (time / 2.2 + at * 0.37) % 1;
        const [x, y] = [lerp(-200, 1500, share), lerp(40, 260, share) + at * 90];
        return (
          paint(`M${n(x)} ${n(y - 5)}L${n(x - 250)} ${n(y - 36)}L${n(x)} ${n(y + 5)}Z`, line, 0.5) + disc(x, y, 7, pop)
        );
      })
      .join(''),
  rings: (time, _, { line, pop }) =>
    [0, 1, 2, 3]
      .map((at) => {
        const share = (time * 0.45 + at / 4) % 1;
        return `<circle cx="640" cy="350" r="${n(60 + share * 560)}" fill="none" stroke="${at % 2 ? line : pop}" stroke-opacity="${n(0.6 * (1 - share))}" stroke-width="${n(14 - share * 10)}"/>`;
      })
      .join(''),
  grass: (time, _, palette) =>
    BLADES.map(({ x, height, lean }) => {
      const tip = x + lean + Math.sin(time * 2.1 + x / 130) * 34;
      return paint(
        `M${n(x - 9)} 740Q${n(x)} ${n(740 - height / 2)} ${n(tip)} ${n(740 - height)}Q${n(x + 12)} ${n(740 - height / 2)} ${n(x + 9)} 740Z`,
        shade(palette),
      );
    }).join(''),
  carriages: (time, _, palette) => {
    const shift = (time * 820) % 420;
    const windows = [0, 1, 2, 3, 4].map(
      (at) => `<rect x="${n(at * 420 - shift)}" y="520" width="250" height="120" rx="16" fill="${palette.pop}"/>`,
    );
    return (
      paint('M0 470H1280V760H0Z', shade(palette)) + windows.join('') + paint('M0 668H1280V682H0Z', palette.line, 0.7)
    );
  },
  curtains: (_, share, { pop, b }) => {
    const open = lerp(20, 700, Math.min(1, share * 1.6) ** 2);
    const folds = [0, 1, 2, 3, 4, 5, 6]
      .map((at) => paint(`M${at * 96} -20H${at * 96 + 52}V760H${at * 96}Z`, b, 0.35))
      .join('');
    const cloth = paint('M-100 -20H660V760H-100Z', pop) + folds;
    return place(cloth, -open, 0, 1) + `<g transform="translate(${n(WIDTH + open)} 0) scale(-1 1)">${cloth}</g>`;
  },
  eyes: (time, _, { pop, paper }) =>
    EYES.map(({ x, y, start }) => {
      const lid = Math.min(1, Math.abs(Math.sin((time + start) * 1.3)) * 4);
      return time < start * 0.8
        ? ''
        : [0, 46]
            .map(
              (side) =>
                `<ellipse cx="${n(x + side)}" cy="${n(y)}" rx="15" ry="${n(11 * lid)}" fill="${paper}"/>${disc(x + side + Math.sin(time) * 5, y, 5 * lid, pop)}`,
            )
            .join('');
    }).join(''),
  lightning: (time) => {
    const flash =
      Math.max(0, 1 - Math.abs((time % 2.6) - 1.9) * 9) + Math.max(0, 1 - Math.abs((time % 2.6) - 2.15) * 12);
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff" fill-opacity="${n(Math.min(0.7, flash * 0.7))}"/>`;
  },
  ship: (time, share, { paper, pop, a }) => {
    const flame = 70 + Math.sin(time * 31) * 22;
    const hull =
      paint(`M-70 -16L${n(-70 - flame)} 0L-70 16Z`, pop) +
      paint('M-76 -30Q40 -44 130 0Q40 44 -76 30Z', paper) +
      paint('M-76 -30L-120 -66L-20 -38Z M-76 30L-120 66L-20 38Z', a) +
      disc(48, 0, 13, a);
    return place(hull, cross(share, 240), lerp(560, 180, share), 1.15, -14);
  },
  flags: (time, _, palette) =>
    [90, 420, 760, 1100]
      .map((x, at) => {
        const wave = (step: number) => Math.sin(time * 5 + at + step) * 12;
        const cloth = `M${x} 330Q${x + 60} ${n(330 + wave(0))} ${x + 150} ${n(342 + wave(1.6))}L${x + 128} ${n(384 + wave(1.6))}L${x + 150} ${n(430 + wave(1.6))}Q${x + 60} ${n(420 + wave(0))} ${x} 430Z`;
        return paint(cloth, at % 2 ? palette.pop : palette.line, 0.9) + draw(`M${x} 320V760`, shade(palette), 9);
      })
      .join(''),
  bursts: (time, _, { pop, paper }) =>
    SHELLS.map(({ x, y, start }) => {
      const age = (time + 6 - start) % 6;
      if (age > 1.1) return '';
      return disc(x, y, 30 + age * 110, pop, 0.75 * (1 - age / 1.1)) + disc(x, y, 16 + age * 46, paper, 1 - age / 1.1);
    }).join(''),
  lights: (time, _, { pop }) =>
    SPARKS.map(({ x, y, pace, size }) => {
      const py = HEIGHT * (1.1 - ((y + time * pace) % 1.2));
      const px = x + Math.sin(time + x) * 22;
      return disc(px, py, size * 2.6, pop, 0.2) + disc(px, py, size, pop, 0.9);
    }).join(''),
  fish: (time, _, { pop, line }) =>
    SHOAL.map(({ x, y, size }, at) => {
      const tail = Math.sin(time * 9 + x) * 10;
      const inside =
        paint(`M-34 0L-64 ${n(-20 + tail)}V${n(20 + tail)}Z`, pop) +
        paint('M-40 0Q0 -36 44 0Q0 36 -40 0Z', at % 2 ? pop : line) +
        disc(24, -5, 4, '#000');
      return place(inside, ((x + time * 110 * size) % 1440) - 80, y + Math.sin(time * 2 + x) * 9, size);
    }).join(''),
} as const satisfies Record<string, Actor>;

export type ActorName = keyof typeof ACTORS;
