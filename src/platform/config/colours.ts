/** Colours as `#rrggbb`, and their contrast by WCAG 2.2. */

export type Theme = 'light' | 'dark';
type Triple = readonly [number, number, number];

/** WCAG 2.2, 1.4.3 (AA); it is above the 3 : 1 that 1.4.11 asks of controls. */
export const MIN_CONTRAST = 4.5;
const COLOUR = /^#[\da-f]{6}$/;

export const isColour = (text: string): boolean => COLOUR.test(text);

/** From 0 to 1 each. */
const toChannels = (colour: string): Triple => {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
};
const toColour = (channels: Triple): string =>
  `#${channels
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) => (value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function computeLuminance(colour: string): number {
  const [red, green, blue] = toChannels(colour);
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** From 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [low = 0, high = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `share` of the first colour. */
export function mixColours(colour: string, ground: string, share: number): string {
  const below = toChannels(ground);
  const mix = toChannels(colour).map((value, at) => value * share + (below[at] ?? 0) * (1 - share));
  return toColour([mix[0] ?? 0, mix[1] ?? 0, mix[2] ?? 0]);
}

const STEPS = 500;

/** The colour of the same hue whose lightness is nearest and that `passes`; null where none does. */
export function findNearestColour(colour: string, passes: (colour: string) => boolean): string | null {
  const [lightness, a, b] = toOklab(colour);
  for (let step = 0; step <= STEPS; step += 1)
    for (const way of [-1, 1]) {
      const next = lightness + (way * step) / STEPS;
      if (next < 0 || next > 1) continue;
      const candidate = fitColour([next, a, b]);
      if (passes(candidate)) return candidate;
    }
  return null;
}

/** Less colourful, until the screen has it. */
function fitColour([lightness, a, b]: Triple): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const channels = fromOklab([lightness, a * share, b * share]);
    if (channels.every((value) => value > -0.001 && value < 1.001)) return toColour(clamp(channels));
  }
  return toColour(clamp(fromOklab([lightness, 0, 0])));
}

const clampOne = (value: number) => Math.min(1, Math.max(0, value));
const clamp = ([red, green, blue]: Triple): Triple => [clampOne(red), clampOne(green), clampOne(blue)];

// Oklab, https://bottosson.github.io/posts/oklab/
function toOklab(colour: string): Triple {
  const [red, green, blue] = toChannels(colour).map(toLinear) as unknown as Triple;
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  return [
    fromLinear(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
    fromLinear(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
    fromLinear(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
  ];
}
