import brand from './brand.json' with { type: 'json' };
import { computeContrast, findNearestColour, MIN_CONTRAST, mixColours, type Theme } from './colours.ts';

/** Of src/shell/tokens.css; a unit test compares them. */
export const SURFACES = {
  light: { bg: brand.ground.light, raised: '#ffffff', sunken: '#f0ece3', fg: '#1a191d', muted: '#5b5963' },
  dark: { bg: brand.ground.dark, raised: '#181a21', sunken: '#08090c', fg: '#f4f1ea', muted: '#b0aeb8' },
} as const satisfies Record<Theme, Record<string, string>>;

const SOFT_SHARE = { light: 0.12, dark: 0.16 } as const;

/** `on`: of letters on the accent. `soft`: the ground of a choice. */
interface Accent {
  accent: string;
  on: string;
  soft: string;
}

export function deriveAccent(accent: string, theme: Theme): Accent {
  const isDarker = computeContrast(accent, '#000000') < computeContrast(accent, '#ffffff');
  return {
    accent,
    on: isDarker ? '#ffffff' : '#000000',
    soft: mixColours(accent, SURFACES[theme].bg, SOFT_SHARE[theme]),
  };
}

const PAIRS = ['bg', 'raised', 'sunken', 'soft', 'on', 'fg', 'muted'] as const;
export type PairName = (typeof PAIRS)[number];

interface Pair {
  name: PairName;
  text: string;
  ground: string;
  ratio: number;
}

/** Letters and their grounds that an accent makes: each is to have MIN_CONTRAST. */
export function listPairs(colour: string, theme: Theme): Pair[] {
  const { accent, on, soft } = deriveAccent(colour, theme);
  const { bg, raised, sunken, fg, muted } = SURFACES[theme];
  const letters: Record<PairName, [text: string, ground: string]> = {
    bg: [accent, bg],
    raised: [accent, raised],
    sunken: [accent, sunken],
    soft: [accent, soft],
    on: [on, accent],
    fg: [fg, soft],
    muted: [muted, soft],
  };
  return PAIRS.map((name) => {
    const [text, ground] = letters[name];
    return { name, text, ground, ratio: computeContrast(text, ground) };
  });
}

export const isAccentLegible = (colour: string, theme: Theme): boolean =>
  listPairs(colour, theme).every(({ ratio }) => ratio >= MIN_CONTRAST);

/** Of the same hue; a grey has one, too. */
export const findLegibleAccent = (colour: string, theme: Theme): string | null =>
  findNearestColour(colour, (candidate) => isAccentLegible(candidate, theme));
