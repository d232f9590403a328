/** Generated art for titles without a picture: an SVG that depends only on kind and id. No text, so no font. */

const SIZES = {
  poster: [480, 720],
  backdrop: [1280, 720],
  portrait: [240, 240],
  cover: [480, 720],
  logo: [240, 240],
} as const;

const SHAPES = {
  movie: 'poster',
  series: 'poster',
  episode: 'poster',
  video: 'poster',
  poster: 'poster',
  backdrop: 'backdrop',
  person: 'portrait',
  portrait: 'portrait',
  magazine: 'cover',
  cover: 'cover',
  channel: 'logo',
  logo: 'logo',
} as const;

export type FallbackKind = keyof typeof SHAPES;

export function isFallbackKind(kind: string): kind is FallbackKind {
  return Object.hasOwn(SHAPES, kind);
}

export function drawFallbackArt(kind: FallbackKind, id: number): string {
  const [width, height] = SIZES[SHAPES[kind]];
  const random = createRandom(`${kind}/${String(id)}`);
  const shape = SHAPES[kind];
  const hue = Math.floor(random() * 360);
  const colour = (turn: number, saturation: number, light: number) =>
    `hsl(${String((hue + turn) % 360)} ${String(saturation)}% ${String(light)}%)`;
  const draw = shape === 'portrait' ? drawBust : shape === 'logo' ? drawRings : drawBeam;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" ` +
    `width="${String(width)}" height="${String(height)}">` +
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${colour(0, 34, 30)}"/>` +
    `<stop offset="1" stop-color="${colour(24, 38, 12)}"/></linearGradient>` +
    `<rect width="100%" height="100%" fill="url(#s)"/>` +
    `<g fill="${colour(18, 60, 78)}">${draw(width, height, random)}</g></svg>`
  );
}

/** A projector's light from a corner, in a room as dark as a cinema. */
function drawBeam(width: number, height: number, random: () => number): string {
  const x = random() < 0.5 ? 0 : width;
  const y = height * (0.04 + 0.1 * random());
  const reach = height * (0.5 + 0.2 * random());
  const beam = (from: number, to: number) =>
    `<path fill-opacity=".11" d="M${round(x)} ${round(y)}L${round(width - x)} ${round(from)}V${round(to)}Z"/>`;
  return (
    beam(reach - height * 0.24, reach + height * 0.24) +
    beam(reach - height * 0.13, reach + height * (0.13 + 0.06 * random())) +
    `<circle cx="${round(x)}" cy="${round(y)}" r="${round(Math.min(width, height) * 0.05)}" fill-opacity=".5"/>`
  );
}

function drawBust(width: number, height: number, random: () => number): string {
  const middle = width / 2;
  const head = width * (0.15 + 0.02 * random());
  const [top, shoulder] = [height * 0.4, width * (0.3 + 0.05 * random())];
  return (
    `<g fill-opacity=".42"><circle cx="${round(middle)}" cy="${round(top)}" r="${round(head)}"/>` +
    `<path d="M${round(middle - shoulder)} ${round(height)}a${round(shoulder)} ${round(height * 0.34)} 0 0 1 ${round(shoulder * 2)} 0Z"/></g>`
  );
}

function drawRings(width: number, height: number, random: () => number): string {
  const turn = 0.16 + 0.04 * random();
  return [turn, turn * 1.7, turn * 2.4]
    .map(
      (radius) =>
        `<circle cx="${round(width / 2)}" cy="${round(height / 2)}" r="${round(width * radius)}" fill-opacity=".16"/>`,
    )
    .join('');
}

function round(value: number): string {
  return String(Math.round(value));
}

/** A seeded generator of numbers in [0, 1): FNV-1a, then mulberry32. */
function createRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
