export type Stop = [offset: number, colour: string, opacity?: number];
export type Star = ReturnType<typeof makeStars>[number];
/** Draws the picture at `time` seconds, as the inside of an SVG of 1280 by 720. */
export type Scene = (time: number) => string;

/** A seeded generator (mulberry32): the same frames on every run, so that a re-make changes no pixel. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value));
export const lerp = (from: number, to: number, share: number) => from + (to - from) * share;

export function smooth(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** Two decimals are finer than any rendition shows and keep the SVG short. */
export const n = (value: number) => Math.round(value * 100) / 100;

/** Mixes two `#rrggbb` colours. */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(lerp(channel(from, at), channel(to, at), clamp(share))));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** A colour on a path of key colours: `share` 0 is the first, 1 the last. */
export function along(colours: readonly string[], share: number): string {
  const place = clamp(share) * (colours.length - 1);
  const index = Math.min(colours.length - 2, Math.floor(place));
  return mix(colours[index] ?? '', colours[index + 1] ?? '', place - index);
}

/** A vertical gradient over the whole picture. */
export function vertical(id: string, stops: Stop[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopTags(stops)}</linearGradient>`;
}

export function radial(id: string, stops: Stop[]): string {
  return `<radialGradient id="${id}">${stopTags(stops)}</radialGradient>`;
}

function stopTags(stops: Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${n(opacity)}"/>`,
    )
    .join('');
}

/** Stars that twinkle each at their own pace. */
export function makeStars(count: number, seed: number, lowest: number) {
  const chance = random(seed);
  return Array.from({ length: count }, () => ({
    x: chance() * 1280,
    y: chance() ** 1.4 * lowest,
    size: 0.8 + chance() * 1.3,
    pace: 0.6 + chance() * 1.6,
    phase: chance() * Math.PI * 2,
  }));
}

export function drawStars(stars: Star[], time: number, strength: number): string {
  if (strength <= 0.01) return '';
  return stars
    .map(({ x, y, size, pace, phase }) => {
      const glow = strength * (0.6 + 0.4 * Math.sin(time * pace + phase));
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size)}" fill="#fff7e6" fill-opacity="${n(glow)}"/>`;
    })
    .join('');
}
