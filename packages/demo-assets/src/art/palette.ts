import { type Colour, contrast, mix } from './colour.ts';
import type { Rng } from './prng.ts';

/** Five inks of one series: the darkest, two body colours, one that calls out, and the paper. */
type Inks = readonly [ink: Colour, base: Colour, alt: Colour, pop: Colour, paper: Colour];

/** The ink that is the ground. */
export type Scheme = 'night' | 'flat' | 'paper' | 'hot';

/** The colours a composition draws with. */
export interface Palette {
  scheme: Scheme;
  /** The background field. */
  ground: Colour;
  /** The main mass. */
  a: Colour;
  /** The second mass. */
  b: Colour;
  /** The accent, for one thing in the picture. */
  pop: Colour;
  /** The colour farthest from the ground: thin lines and small figures. */
  line: Colour;
  ink: Colour;
  paper: Colour;
}

const FAMILIES: Record<string, readonly [Inks, ...Inks[]]> = {
  pomegranate: [
    ['#2a0a14', '#b3122e', '#ee6c4d', '#ffc145', '#fbeedd'],
    ['#1d1a31', '#d9322a', '#1f7a80', '#f6c453', '#f7efe3'],
    ['#231312', '#9c3b22', '#e3a06a', '#35b5a4', '#f7ead9'],
  ],
  saffron: [
    ['#2b1607', '#e08a0b', '#b93a17', '#ffe08a', '#fff3dc'],
    ['#12100c', '#4a3717', '#a9791e', '#f5c84f', '#f6eedc'],
    ['#0d1321', '#20366a', '#f26b21', '#ffd9a0', '#f5efe6'],
  ],
  turquoise: [
    ['#06262d', '#0b7f8c', '#f2a541', '#ff7a5c', '#f4f1e6'],
    ['#07161b', '#12505c', '#1fb0bd', '#ff5463', '#eaf4f2'],
    ['#102a2e', '#17686e', '#f29ca3', '#f4d35e', '#fdf4ec'],
  ],
  lapis: [
    ['#0b1437', '#1f3fa8', '#2ec4c6', '#ffb627', '#f3efe4'],
    ['#0a0f3c', '#2740d8', '#8ca6ff', '#f9ee4a', '#f6f6ef'],
    ['#0c2340', '#2f78b8', '#9fd3ea', '#ff6b4a', '#f6f5ef'],
  ],
  rose: [
    ['#34091f', '#c92a62', '#ff93a6', '#ffd166', '#fff0ec'],
    ['#2b1120', '#f0504d', '#7fd8be', '#ffe66d', '#fff4ea'],
    ['#1f1235', '#a8327d', '#f58a5b', '#8fe3dc', '#fbeff2'],
  ],
  cypress: [
    ['#0b2118', '#1f7a4d', '#a7c957', '#ff6b62', '#f5f2dc'],
    ['#1c2b1a', '#4d8240', '#b9cf7c', '#ff8b47', '#f6f4e1'],
    ['#0f1f24', '#2a5f57', '#e2b04a', '#f4e3b2', '#f5efe0'],
  ],
  violet: [
    ['#190b33', '#5b2a9d', '#e05297', '#ffb84c', '#f4ecf9'],
    ['#240a2c', '#6d214f', '#d98c1f', '#f7d23e', '#fbf1e0'],
    ['#151238', '#4a46b5', '#f07fa8', '#9df0d0', '#f3f0fb'],
  ],
  desert: [
    ['#2c1b12', '#b97a3f', '#7d4427', '#3cc0c4', '#f8ecd8'],
    ['#101114', '#3f434d', '#9a9ea8', '#ff4632', '#f1efe9'],
    ['#1e1a24', '#6b5a72', '#d9a58a', '#ffe0a3', '#f6efe9'],
  ],
};

function lay(scheme: Scheme, [ink, base, alt, pop, paper]: Inks): Palette {
  const common = { scheme, ink, paper };
  if (scheme === 'night') return { ...common, ground: ink, a: base, b: alt, pop, line: paper };
  if (scheme === 'paper') {
    // A pale accent would vanish on paper: the second colour calls out in its stead.
    const pale = contrast(pop, paper) < 1.35;
    return { ...common, ground: paper, a: base, b: pale ? mix(base, ink, 0.5) : alt, pop: pale ? alt : pop, line: ink };
  }
  if (scheme === 'hot') return { ...common, ground: pop, a: base, b: ink, pop: paper, line: ink };
  // On a light body colour white lines would vanish.
  return { ...common, ground: base, a: ink, b: alt, pop, line: contrast(paper, base) >= 3 ? paper : ink };
}

/** Chooses a palette of all families or of those named; schemes may be listed more than once to make them likelier. */
export function choosePalette(
  rng: Rng,
  schemes: readonly [Scheme, ...Scheme[]],
  names: readonly string[] = Object.keys(FAMILIES),
): Palette {
  const family = FAMILIES[rng.pick(names as [string, ...string[]])] ?? FAMILIES['lapis'];
  const scheme = rng.pick(schemes);
  if (!family) throw new Error('no palettes');
  return lay(scheme, rng.pick(family));
}
