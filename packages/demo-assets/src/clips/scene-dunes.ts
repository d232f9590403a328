/** Clip 1: dunes drift past while the sun goes down behind them and the first stars come out. */

import { SECONDS } from './config.ts';
import { along, drawStars, lerp, makeStars, mix, n, radial, random, smooth, vertical } from './draw.ts';

const SKY_TOP = ['#3d6f9e', '#4a5f96', '#45407a', '#241f4d'];
const SKY_MID = ['#e9b887', '#ef9c72', '#d0677a', '#6a3f7d'];
const SKY_LOW = ['#fbe3ae', '#fcc37c', '#f58a5f', '#c45a6c'];
const LIT = ['#f0b26b', '#ea975b', '#c96a5a', '#6d4468'];
const SHADE = ['#a85f42', '#8c4a44', '#5e3350', '#2c1e42'];

const STARS = makeStars(70, 11, 330);

interface Dunes {
  base: number;
  height: number;
  gap: number;
  /** Pixels a second. */
  pace: number;
  haze: number;
  seed: number;
}
type Layer = Dunes & { peaks: ReturnType<typeof makePeaks> };

/** From the farthest to the nearest: `pace` in pixels a second makes the parallax. */
const LAYERS: Layer[] = [
  { base: 470, height: 60, gap: 380, pace: 5, haze: 0.62, seed: 3 },
  { base: 520, height: 85, gap: 520, pace: 11, haze: 0.4, seed: 7 },
  { base: 585, height: 105, gap: 660, pace: 20, haze: 0.2, seed: 17 },
  { base: 665, height: 110, gap: 860, pace: 34, haze: 0, seed: 29 },
].map((layer) => ({ ...layer, peaks: makePeaks(layer) }));

function makePeaks({ base, height, gap, pace, seed }: Dunes) {
  const chance = random(seed);
  const count = Math.ceil((1280 + pace * SECONDS) / gap) + 4;
  return Array.from({ length: count }, (_, index) => ({
    x: (index - 1.5 + (chance() - 0.5) * 0.35) * gap,
    y: base - height * (0.65 + chance() * 0.5),
    valley: base + (chance() - 0.5) * height * 0.25,
  }));
}

/** One layer: a lit silhouette with sharp crests, and on the lee side of every crest a shadow with a curved edge. */
function drawLayer({ peaks, gap, pace, haze }: Layer, index: number, time: number, share: number) {
  const shift = -pace * time;
  const hazeColour = along(SKY_LOW, share);
  const shade = mix(along(SHADE, share), hazeColour, haze * 0.8);
  let outline = '';
  let shadows = '';
  peaks.slice(0, -1).forEach((peak, at) => {
    const x = peak.x + shift;
    const next = peaks[at + 1] ?? peak;
    const nextX = next.x + shift;
    if (nextX < -gap || x > 1280 + gap) return;
    // The lee side falls steeply, the windward side rises slowly: that is what makes it read as a dune.
    const footX = lerp(x, nextX, 0.42);
    const foot = peak.valley;
    const down = `C${n(x + gap * 0.1)} ${n(peak.y + (foot - peak.y) * 0.42)} ${n(footX - gap * 0.16)} ${n(foot)} ${n(footX)} ${n(foot)}`;
    const up = `C${n(footX + gap * 0.24)} ${n(foot)} ${n(nextX - gap * 0.16)} ${n(next.y + 6)} ${n(nextX)} ${n(next.y)}`;
    outline += outline === '' ? `M${n(x)} 720L${n(x)} ${n(peak.y)}${down}${up}` : `${down}${up}`;
    shadows +=
      `<path fill="url(#shade${index})" d="M${n(x)} ${n(peak.y)}${down}C${n(footX - gap * 0.06)} ${n(lerp(foot, 720, 0.4))} ${n(x + gap * 0.14)} ${n(lerp(foot, 720, 0.6))} ${n(x - gap * 0.12)} 720` +
      `C${n(x - gap * 0.26)} ${n(lerp(peak.y, 720, 0.62))} ${n(x + gap * 0.17)} ${n(lerp(peak.y, 720, 0.42))} ${n(x)} ${n(peak.y)}Z"/>`;
  });
  const lit = mix(along(LIT, share), hazeColour, haze);
  return {
    defs:
      vertical(`lit${index}`, [
        [0, mix(lit, hazeColour, 0.25)],
        [1, mix(lit, shade, 0.45)],
      ]) +
      vertical(`shade${index}`, [
        [0, shade],
        [1, mix(shade, lit, 0.3)],
      ]),
    body: `<path fill="url(#lit${index})" d="${outline}L1700 720Z"/>${shadows}`,
  };
}

/** The sun with its arcs: rings that grow out of it and fade. */
function drawSun(time: number, share: number) {
  const x = 430 + 330 * share;
  const y = 150 + 345 * share ** 1.25;
  const core = along(['#fff6d8', '#ffe6a8', '#ffb877', '#ff8a66'], share);
  let rings = '';
  for (let index = 0; index < 4; index += 1) {
    const age = (time / 9 + index / 4) % 1;
    const opacity = 0.3 * Math.sin(age * Math.PI) * (1 - share * 0.5);
    rings += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(62 + age * 210)}" fill="none" stroke="${core}" stroke-width="${n(2.5 + age * 2)}" stroke-opacity="${n(opacity)}"/>`;
  }
  return {
    defs: radial('glow', [
      [0, core, 0.85],
      [0.25, core, 0.4],
      [0.6, core, 0.1],
      [1, core, 0],
    ]),
    body: `<circle cx="${n(x)}" cy="${n(y)}" r="330" fill="url(#glow)"/>${rings}<circle cx="${n(x)}" cy="${n(y)}" r="${n(54 + 8 * share)}" fill="${core}"/>`,
  };
}

/** Long thin clouds lit from below. */
function drawClouds(time: number, share: number): string {
  const colour = along(['#fff1d6', '#ffd9b0', '#f5a08a', '#a0608c'], share);
  const clouds = [
    [120, 205, 300, 13],
    [560, 250, 380, 9],
    [980, 165, 340, 16],
    [1330, 290, 300, 11],
    [1560, 220, 260, 14],
  ];
  return clouds
    .map(([x = 0, y = 0, width = 0, pace = 0]) => {
      const at = x - pace * time;
      const band = (dx: number, dy: number, share2: number, height: number) =>
        `<ellipse cx="${n(at + dx)}" cy="${y + dy}" rx="${n((width * share2) / 2)}" ry="${height}"/>`;
      return `<g fill="${colour}" fill-opacity="0.34">${band(0, 0, 1, 6)}${band(width * 0.12, -7, 0.6, 6)}${band(-width * 0.16, 8, 0.7, 4)}</g>`;
    })
    .join('');
}

/** A small flock that crosses the picture from right to left, each bird beating its wings. */
function drawBirds(time: number, share: number): string {
  const colour = along(SHADE, Math.min(1, share + 0.25));
  return [
    [0, 0],
    [34, -16],
    [38, 18],
    [74, -30],
    [80, 36],
    [112, 2],
  ]
    .map(([dx = 0, dy = 0], index) => {
      const x = 1340 + dx - time * 40;
      const y = 300 + dy + 18 * Math.sin(time * 0.35 + 1) + 3 * Math.sin(time * 1.3 + index);
      const wing = 7 * Math.sin(time * 7 + index * 1.3);
      return `<path d="M${n(x - 14)} ${n(y - wing)}Q${n(x - 6)} ${n(y - 5 - wing * 0.3)} ${n(x)} ${n(y)}Q${n(x + 6)} ${n(y - 5 - wing * 0.3)} ${n(x + 14)} ${n(y - wing)}" fill="none" stroke="${colour}" stroke-width="2.6" stroke-linecap="round"/>`;
    })
    .join('');
}

/** A domed house with a wind tower, the sign of the desert towns; it drifts with the two dunes around it. */
function drawHouse(time: number, share: number): string {
  const x = 1120 - 20 * time;
  const wall = mix(along(SHADE, share), along(LIT, share), 0.28);
  const dark = along(SHADE, Math.min(1, share + 0.2));
  const lamp = n(smooth(0.45, 0.8, share));
  return (
    `<g transform="translate(${n(x)} 468)"><path fill="${wall}" d="M-70 90V28H-52C-52 -4 -8 -4 -8 28H58V-40H92V90Z"/>` +
    `<path fill="${dark}" d="M54 -46H96V-38H54ZM62 -32H66V-6H62ZM73 -32H77V-6H73ZM84 -32H88V-6H84ZM-74 26H-48V32H-74ZM-12 26H60V32H-12Z"/>` +
    `<path fill="${dark}" d="M-40 90V58Q-30 42 -20 58V90ZM12 66Q20 52 28 66V80H12Z"/>` +
    `<path fill="#ffd27a" fill-opacity="${lamp}" d="M-40 90V58Q-30 42 -20 58V90ZM12 66Q20 52 28 66V80H12Z"/></g>`
  );
}

/** The picture at `time` seconds, as the inside of an SVG of 1280 by 720. */
export function drawDunes(time: number): string {
  const share = smooth(-6, SECONDS + 2, time);
  const sun = drawSun(time, share);
  const layers = LAYERS.map((layer, index) => drawLayer(layer, index, time, share));
  const sky = vertical('sky', [
    [0, along(SKY_TOP, share)],
    [0.42, along(SKY_MID, share)],
    [0.7, along(SKY_LOW, share)],
  ]);
  const [far = '', middle = '', near = '', front = ''] = layers.map((layer) => layer.body);
  return (
    `<defs>${sky}${sun.defs}${layers.map((layer) => layer.defs).join('')}</defs>` +
    `<rect width="1280" height="720" fill="url(#sky)"/>${drawStars(STARS, time, smooth(0.62, 0.98, share))}` +
    `${sun.body}${drawClouds(time, share)}${drawBirds(time, share)}${far}${middle}${drawHouse(time, share)}${near}${front}`
  );
}
