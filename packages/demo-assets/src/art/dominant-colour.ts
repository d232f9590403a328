/** A colour as red, green and blue from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/**
 * The colours that a key of art can name: a letter for the hue in degrees, a letter for saturation and lightness in
 * percent. `src/shell/tokens.css` has the same table (`tests/unit/scripts/art.test.ts` compares them).
 */
export const HUES: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from('ABCDEFGHIJKLMNOP', (letter, index) => [letter, Math.floor(index * 22.5)]),
);
export const TONES: Readonly<Record<string, readonly [saturation: number, lightness: number]>> = {
  Q: [45, 9],
  R: [60, 19],
  S: [65, 32],
  T: [70, 47],
  U: [80, 63],
  V: [65, 80],
  W: [50, 93],
  X: [12, 20],
  Y: [18, 40],
  Z: [25, 65],
};

/** Every so many pixels one is looked at. */
export const STEP = 31;

/**
 * The two letters of the colour that covers most of a picture.
 * @param pixels red, green, blue and alpha of each pixel, 0 to 255
 */
export function findDominantColour(pixels: Uint8Array): string {
  // Pixels of one colour are named once.
  const colours = new Map<number, number>();
  for (let at = 0; at + 3 < pixels.length; at += STEP * 4) {
    const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
    colours.set(colour, (colours.get(colour) ?? 0) + 1);
  }
  const counts = new Map<string, number>();
  for (const [colour, count] of colours) {
    const letters = nameColour([colour >> 16, (colour >> 8) & 255, colour & 255]);
    counts.set(letters, (counts.get(letters) ?? 0) + count);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  if (!first) throw new Error('a picture without pixels');
  return first[0];
}

const PALETTE = Object.entries(HUES).flatMap(([hueLetter, hue]) =>
  Object.entries(TONES).map(([toneLetter, [saturation, lightness]]) => ({
    letters: hueLetter + toneLetter,
    lab: toOklab(fromHsl(hue, saturation, lightness)),
  })),
);
const names = new Map<number, string>();

/** The letters of the colour of the palette that looks nearest. */
export function nameColour([red, green, blue]: Rgb): string {
  // Colours that differ by less than eye or palette can tell share a lookup, and the name of the colour in their middle.
  const key = ((red >> 2) << 12) | ((green >> 2) << 6) | (blue >> 2);
  const stored = names.get(key);
  if (stored !== undefined) return stored;
  const lab = toOklab([(red & ~3) + 2, (green & ~3) + 2, (blue & ~3) + 2]);
  let [nearest, least] = ['', Infinity];
  for (const { letters, lab: other } of PALETTE) {
    const distance = Math.hypot(lab[0] - other[0], lab[1] - other[1], lab[2] - other[2]);
    if (distance < least) [nearest, least] = [letters, distance];
  }
  names.set(key, nearest);
  return nearest;
}

/** The colour that two letters name, or null where they name none. */
export function readColour(letters: string): Rgb | null {
  const hue = HUES[letters.charAt(0)];
  const tone = TONES[letters.charAt(1)];
  return hue === undefined || tone === undefined ? null : fromHsl(hue, ...tone);
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const chroma = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness / 100 - chroma * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Oklab, in which distance is difference to the eye: lightness, green to red, blue to yellow. */
export function toOklab(colour: Rgb): [number, number, number] {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
