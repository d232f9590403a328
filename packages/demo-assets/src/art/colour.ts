/** A colour as `#rrggbb`. */
export type Colour = string;

function channels(colour: Colour): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The colour a share `t` of the way from one to the other. */
export function mix(from: Colour, to: Colour, t: number): Colour {
  const a = channels(from);
  const b = channels(to);
  const part = (i: 0 | 1 | 2): string =>
    Math.round(a[i] + (b[i] - a[i]) * t)
      .toString(16)
      .padStart(2, '0');
  return `#${part(0)}${part(1)}${part(2)}`;
}

/** Relative luminance by WCAG 2. */
function luminance(colour: Colour): number {
  const [r, g, b] = channels(colour).map((v) => {
    const s = v / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** Contrast ratio by WCAG 2, from 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** The first wish with at least the ratio against every ground, or else whichever of black and white serves better. */
export function readable(grounds: readonly Colour[], wishes: readonly Colour[], ratio = 4.6): Colour {
  const worst = (c: Colour): number => Math.min(...grounds.map((ground) => contrast(c, ground)));
  const match = wishes.find((wish) => worst(wish) >= ratio);
  return match ?? (worst('#ffffff') >= worst('#08080a') ? '#ffffff' : '#08080a');
}
