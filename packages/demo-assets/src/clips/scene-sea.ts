/** Clip 2: a night sea before a lit city; the moon rises and crosses, a sailing boat goes by. */

import { SECONDS } from './config.ts';
import { drawStars, lerp, makeStars, n, radial, random, smooth, vertical } from './draw.ts';
import { CITY, LAMPS, drawCity } from './city.ts';

interface Point {
  x: number;
  y: number;
}

const HORIZON = 430;
const STARS = makeStars(110, 23, 360);

/** Short bright dashes on the water below the moon: near ones are longer and farther apart. */
const GLINTS = (() => {
  const chance = random(41);
  return Array.from({ length: 90 }, () => {
    const depth = chance() ** 1.35;
    return {
      depth,
      side: chance() + chance() - 1,
      pace: 0.8 + chance() * 1.5,
      phase: chance() * 6.28,
      size: 0.6 + chance() * 0.8,
    };
  });
})();

/** The moon's way: up from the left and over to the right. */
function moonAt(time: number): Point {
  const share = time / SECONDS;
  return { x: lerp(300, 960, share), y: 290 - 175 * Math.sin(lerp(0.28, 2.2, share)) };
}

function drawMoon({ x, y }: Point): string {
  const seas = [
    [-14, -12, 11],
    [12, -18, 7],
    [16, 10, 12],
    [-10, 18, 8],
    [-26, 6, 5],
  ]
    .map(
      ([dx = 0, dy = 0, size = 0]) => `<circle cx="${dx}" cy="${dy}" r="${size}" fill="#d9cfae" fill-opacity="0.65"/>`,
    )
    .join('');
  return (
    `<g transform="translate(${n(x)} ${n(y)})"><circle r="270" fill="url(#halo)"/>` +
    `<circle r="46" fill="#fbf3d4"/>${seas}</g>`
  );
}

/** Clouds of overlapping ellipses with flat undersides, lighter where they come near the moon. */
function drawClouds(time: number, moon: Point): string {
  return [
    [180, 120, 1, 12],
    [760, 200, 1.25, 17],
    [1240, 90, 0.9, 10],
    [1620, 240, 1.15, 15],
    [1980, 150, 1, 13],
  ]
    .map(([start = 0, y = 0, size = 0, pace = 0]) => {
      const x = start - pace * time;
      const near = smooth(420, 60, Math.hypot(x - moon.x, y - moon.y));
      const puffs = [
        [-90, 4, 70, 11],
        [-30, -8, 62, 17],
        [36, -4, 74, 14],
        [100, 5, 60, 9],
        [0, 8, 150, 8],
      ]
        .map(([dx = 0, dy = 0, rx = 0, ry = 0]) => `<ellipse cx="${dx}" cy="${dy}" rx="${rx}" ry="${ry}"/>`)
        .join('');
      // One opacity for the group: single ones would show every overlap.
      return `<g transform="translate(${n(x)} ${y}) scale(${size})" fill="#7f93bd" opacity="${n(0.2 + 0.22 * near)}">${puffs}</g>`;
    })
    .join('');
}

/** Rows of swell; each row is one wave line down to the bottom, darker and taller towards the viewer. */
function drawWaves(time: number): string {
  let rows = '';
  for (let row = 0; row < 7; row += 1) {
    const near = row / 6;
    const y = lerp(HORIZON + 18, 668, near ** 1.25);
    const height = lerp(1.5, 13, near);
    const length = lerp(70, 330, near);
    const shift = time * lerp(8, 46, near) * (row % 2 === 0 ? 1 : -0.7) + row * 97;
    let line = '';
    for (let x = -20; x <= 1300; x += 20) {
      const angle = ((x + shift) / length) * Math.PI * 2;
      line += `${x === -20 ? 'M' : 'L'}${x} ${n(y + height * (Math.sin(angle) * 0.6 + Math.sin(angle * 0.43 + time * 0.8 + row) * 0.5))}`;
    }
    // The body darkens towards the viewer, the crest catches the moonlight: without it the sea looks flat.
    rows +=
      `<path d="${line}L1300 720L-20 720Z" fill="#04122e" fill-opacity="${n(0.1 + 0.1 * near)}"/>` +
      `<path d="${line}" fill="none" stroke="#7fb0d0" stroke-opacity="${n(0.2 + 0.08 * near)}" stroke-width="${n(lerp(1, 2.6, near))}"/>`;
  }
  return rows;
}

function drawGlints(time: number, moon: Point): string {
  return GLINTS.map(({ depth, side, pace, phase, size }) => {
    const y = HORIZON + 5 + depth * 270;
    const spread = lerp(26, 150, depth);
    const shine = Math.max(0, Math.sin(time * pace + phase));
    const x = moon.x + side * spread + 7 * Math.sin(time * 0.9 + phase);
    const width = lerp(9, 46, depth) * size * (0.5 + 0.5 * shine);
    const opacity = shine * lerp(0.8, 0.5, depth) * (1 - Math.abs(side) * 0.6);
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(width)}" ry="${n(lerp(1.1, 3, depth))}" fill="#fdf0c4" fill-opacity="${n(opacity)}"/>`;
  }).join('');
}

/** The lamps of the shore on the water: broken columns that sway. */
function drawReflections(time: number): string {
  return LAMPS.map(({ x, colour, length }, lamp) => {
    let marks = '';
    for (let step = 0; step < 6; step += 1) {
      const y = HORIZON + 6 + step * length;
      const sway = (1.5 + step * 1.3) * Math.sin(time * 1.7 + lamp * 1.9 + step * 0.9);
      marks += `<ellipse cx="${n(x + sway)}" cy="${n(y)}" rx="${n(5 + step * 0.9)}" ry="2.4" fill="${colour}" fill-opacity="${n(0.6 - step * 0.09)}"/>`;
    }
    return marks;
  }).join('');
}

/** A lenj, the wooden boat of the Persian Gulf, with a lantern at the mast. */
function drawBoat(time: number): string {
  const x = lerp(1230, 130, time / SECONDS);
  const y = 556 + 4 * Math.sin(time * 1.1);
  const tilt = 2.2 * Math.sin(time * 0.9 + 0.6);
  const glow = n(0.75 + 0.2 * Math.sin(time * 5) * Math.sin(time * 3.1));
  return (
    `<ellipse cx="${n(x)}" cy="586" rx="104" ry="8" fill="#020817" fill-opacity="0.5"/>` +
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(tilt)})">` +
    `<path fill="#e9dcc0" fill-opacity="0.94" d="M4 -148C-34 -112 -66 -62 -80 -14C-50 -22 -22 -20 6 -14Z"/>` +
    `<path fill="#b9a98d" d="M14 -124C44 -92 62 -54 68 -14C50 -20 32 -20 14 -15Z"/>` +
    `<path stroke="#1a1220" stroke-width="4" d="M9 -158V6"/>` +
    `<path fill="#2b1a20" d="M-112 -16C-92 -2 60 0 92 -22L100 -22C92 6 74 28 52 30H-62C-86 28 -104 6 -112 -16Z"/>` +
    `<path fill="none" stroke="#c98d4a" stroke-width="3" d="M-106 -9C-84 4 60 6 95 -15"/>` +
    `<circle cx="76" cy="-40" r="46" fill="url(#lamp)" opacity="${glow}"/><circle cx="76" cy="-40" r="5" fill="#ffe3a0"/></g>`
  );
}

/** The picture at `time` seconds, as the inside of an SVG of 1280 by 720. */
export function drawSea(time: number): string {
  const moon = moonAt(time);
  const defs =
    vertical('sky', [
      [0, '#07102e'],
      [0.3, '#132a58'],
      [0.5, '#2c5480'],
      [0.6, '#5b7f9c'],
    ]) +
    vertical('sea', [
      [0, '#3a6484'],
      [0.12, '#214769'],
      [0.5, '#15375e'],
      [1, '#0c2548'],
    ]) +
    radial('halo', [
      [0, '#fdf3cf', 0.62],
      [0.22, '#cfdcec', 0.3],
      [0.55, '#9fb8dc', 0.09],
      [1, '#9fb8dc', 0],
    ]) +
    radial('lamp', [
      [0, '#ffcf7a', 0.9],
      [0.3, '#ffb454', 0.35],
      [1, '#ffb454', 0],
    ]) +
    CITY.defs;
  return (
    `<defs>${defs}</defs><rect width="1280" height="720" fill="url(#sky)"/>${drawStars(STARS, time, 0.85)}` +
    `${drawMoon(moon)}${drawClouds(time, moon)}${drawCity(time)}` +
    `<rect y="${HORIZON}" width="1280" height="290" fill="url(#sea)"/>${drawReflections(time)}${drawWaves(time)}` +
    `${drawGlints(time, moon)}${drawBoat(time)}`
  );
}
