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
  const hue = Math.floor(random() * 360);
  const colour = (turn: number, saturation: number, light: number) =>
    `hsl(${String((hue + turn) % 360)} ${String(saturation)}% ${String(light)}%)`;
  const disc = {
    x: round(width * (0.25 + 0.5 * random())),
    y: round(height * (0.25 + 0.2 * random())),
    r: round(Math.min(width, height) * (0.14 + 0.12 * random())),
  };
  const ridges = [0.55, 0.68, 0.82].map(
    (level, index) =>
      `<path d="${drawRidge(width, height, level, random)}" fill="${colour(index * 12, 38, 26 - index * 7)}"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" ` +
    `width="${String(width)}" height="${String(height)}">` +
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${colour(0, 42, 18)}"/>` +
    `<stop offset="1" stop-color="${colour(40, 55, 46)}"/></linearGradient>` +
    `<rect width="100%" height="100%" fill="url(#s)"/>` +
    `<circle cx="${disc.x}" cy="${disc.y}" r="${disc.r}" fill="${colour(50, 70, 72)}"/>${ridges.join('')}</svg>`
  );
}

function drawRidge(width: number, height: number, level: number, random: () => number): string {
  const steps = 4;
  const y = () => round(height * (level + 0.12 * (random() - 0.5)));
  let path = `M0 ${y()}`;
  for (let step = 0; step < steps; step += 1) {
    const middle = round((width * (step + 0.5)) / steps);
    path += `Q${middle} ${y()} ${round((width * (step + 1)) / steps)} ${y()}`;
  }
  return `${path}V${String(height)}H0Z`;
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
