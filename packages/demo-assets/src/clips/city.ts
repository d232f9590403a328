/** The shore of clip 2: towers with windows, domes and minarets, and an arched bridge with lamps. */

import { n, random, vertical } from './draw.ts';

const SHORE = 430;
const BRIDGE = { from: 500, to: 1010, arch: 34 };

const chance = random(77);

/** Far towers; the gap in the middle leaves the horizon free behind the bridge. */
const TOWERS = [
  [20, 64],
  [84, 44],
  [140, 70],
  [214, 40],
  [262, 56],
  [330, 46],
  [1046, 52],
  [1102, 66],
  [1174, 44],
  [1222, 70],
].map(([x = 0, width = 0]) => ({ x, width, height: 60 + chance() * 95 }));

const WINDOWS = TOWERS.flatMap(({ x, width, height }) => {
  const windows = [];
  for (let wy = SHORE - height + 10; wy < SHORE - 12; wy += 13) {
    for (let wx = x + 7; wx < x + width - 8; wx += 11) {
      if (chance() < 0.5) windows.push({ x: wx, y: wy, phase: chance() * 40, warm: chance() < 0.8 });
    }
  }
  return windows;
});

/** Lamps that the water reflects: those of the bridge piers and a few of the shore. */
export const LAMPS = [
  ...Array.from({ length: 16 }, (_, index) => ({ x: BRIDGE.from + index * BRIDGE.arch, colour: '#ffb45c', length: 9 })),
  ...[52, 118, 176, 240, 290, 352, 430, 1072, 1136, 1196, 1256].map((x, index) => ({
    x,
    colour: index % 4 === 2 ? '#9fd8e8' : '#ffc877',
    length: 12,
  })),
];

/** Two rows of pointed arches, lit from inside, as on the old bridges of Isfahan. */
function bridge(): string {
  const { from, to, arch } = BRIDGE;
  let openings = '';
  for (let x = from; x + arch <= to + 1; x += arch) {
    const middle = x + arch / 2;
    openings += `M${x + 5} ${SHORE}V412Q${x + 6} 400 ${middle} 394Q${x + arch - 6} 400 ${x + arch - 5} 412V${SHORE}Z`;
    for (const side of [x + 4, x + 4 + arch / 2]) openings += `M${side} 384V376Q${side + 5} 368 ${side + 10} 376V384Z`;
  }
  return (
    `<rect x="${from - 26}" y="362" width="${to - from + 52}" height="${SHORE - 362}" fill="#4a3540"/>` +
    `<rect x="${from - 30}" y="358" width="${to - from + 60}" height="5" fill="#6b4c48"/>` +
    `<rect x="${from - 26}" y="387" width="${to - from + 52}" height="3" fill="#6b4c48"/>` +
    `<path d="${openings}" fill="url(#arch)"/>`
  );
}

/** A tall tower with a pod, and a dome between two minarets. */
function landmarks(): string {
  return (
    `<path fill="#13254a" d="M1140 ${SHORE}L1146 250H1152L1158 ${SHORE}ZM1134 262Q1149 274 1164 262L1158 236H1140ZM1148 236H1150V172H1148Z"/>` +
    `<path fill="#1b2f52" d="M376 ${SHORE}V392H386C374 366 394 346 414 330C434 346 454 366 442 392H452V${SHORE}ZM413 330V316H415V330Z"/>` +
    `<path fill="#1b2f52" d="M362 ${SHORE}V318L366 306L370 318V${SHORE}ZM458 ${SHORE}V318L462 306L466 318V${SHORE}Z"/>` +
    `<path fill="#ffc877" fill-opacity="0.8" d="M406 ${SHORE}V408Q414 396 422 408V${SHORE}ZM364 326H368V331H364ZM460 326H464V331H460Z"/>`
  );
}

const STILL =
  `<path fill="#1d355c" d="M0 ${SHORE}V404C90 380 180 398 260 392S420 402 500 408S900 402 1010 400S1200 380 1280 398V${SHORE}Z"/>` +
  TOWERS.map(
    ({ x, width, height }) =>
      `<rect x="${x}" y="${n(SHORE - height)}" width="${width}" height="${n(height)}" fill="url(#tower)"/>`,
  ).join('') +
  landmarks() +
  bridge();

export const CITY = {
  defs:
    vertical('tower', [
      [0, '#162a50'],
      [1, '#22406a'],
    ]) +
    vertical('arch', [
      [0, '#ffd58a'],
      [1, '#e07b39'],
    ]),
};

export function drawCity(time: number): string {
  const windows = WINDOWS.map(({ x, y, phase, warm }) => {
    // Now and then a lamp goes out and on again, with a soft edge, so that the city is alive but does not flicker.
    const lit = Math.min(1, Math.max(0, Math.sin(time * 0.22 + phase) * 3 + 1.6));
    return `<rect x="${n(x)}" y="${n(y)}" width="5" height="7" fill="${warm ? '#ffd88f' : '#b8e0ee'}" fill-opacity="${n(0.8 * lit)}"/>`;
  }).join('');
  const beacon = n(0.25 + 0.75 * Math.max(0, Math.sin(time * 2)));
  return `${STILL}${windows}<circle cx="1149" cy="172" r="3" fill="#ff6b5e" fill-opacity="${beacon}"/>`;
}
