/** Small helpers for the scenes: repeatable chance, easing, colours, paths. */

/** A seeded generator (mulberry32): the same frames on every run, so that a re-make changes no pixel. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value));
export const lerp = (from, to, share) => from + (to - from) * share;

export function smooth(from, to, value) {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** Two decimals are finer than any rendition shows and keep the SVG short. */
export const n = (value) => Math.round(value * 100) / 100;

/** Mixes two `#rrggbb` colours. */
export function mix(from, to, share) {
  const channel = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(lerp(channel(from, at), channel(to, at), clamp(share))));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** A colour on a path of key colours: `share` 0 is the first, 1 the last. */
export function along(colours, share) {
  const place = clamp(share) * (colours.length - 1);
  const index = Math.min(colours.length - 2, Math.floor(place));
  return mix(colours[index], colours[index + 1], place - index);
}

/** A vertical gradient over the whole picture; `stops` are [offset, colour, opacity?]. */
export function vertical(id, stops) {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopTags(stops)}</linearGradient>`;
}

export function radial(id, stops) {
  return `<radialGradient id="${id}">${stopTags(stops)}</radialGradient>`;
}

function stopTags(stops) {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${n(opacity)}"/>`,
    )
    .join('');
}

/** Stars that twinkle each at their own pace. */
export function makeStars(count, seed, lowest) {
  const chance = random(seed);
  return Array.from({ length: count }, () => ({
    x: chance() * 1280,
    y: chance() ** 1.4 * lowest,
    size: 0.8 + chance() * 1.3,
    pace: 0.6 + chance() * 1.6,
    phase: chance() * Math.PI * 2,
  }));
}

export function drawStars(stars, time, strength) {
  if (strength <= 0.01) return '';
  return stars
    .map(({ x, y, size, pace, phase }) => {
      const glow = strength * (0.6 + 0.4 * Math.sin(time * pace + phase));
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size)}" fill="#fff7e6" fill-opacity="${n(glow)}"/>`;
    })
    .join('');
}
