import { defineConfig, presetWind3 } from 'unocss';

/** Utilities over the tokens of src/shell/tokens.css; logical directions only (npm run check refuses others). */
const colours = Object.fromEntries(
  [
    'bg',
    'bg-raised',
    'bg-sunken',
    'fg',
    'fg-muted',
    'line',
    'accent',
    'accent-fg',
    'accent-soft',
    'danger',
    'ok',
    'art-fg',
  ].map((name) => [name, `var(--${name})`]),
);

/** Words of the sources that are names of utilities and are used as none: each page would carry their rules. */
const WORDS = ['static', 'fixed', 'm12', 'm6', 'm9', 'h1', 'h3', 'tab', 'filter', 'px', 'ms', 'b', 'border'];

/** Both sides of a direction in one declaration: three quarters of the bytes, and the same in both directions. */
const PAIRS = (['padding', 'margin'] as const).flatMap((name) => [
  [`${name}-left`, `${name}-right`, `${name}-inline`] as const,
  [`${name}-top`, `${name}-bottom`, `${name}-block`] as const,
]);

export default defineConfig({
  blocklist: WORDS,
  postprocess: ({ entries }) => {
    // A colour comes with a comment, and the minifier leaves the space before it.
    for (const entry of entries) if (typeof entry[1] === 'string') entry[1] = entry[1].replace(/ \/\*.*\*\/$/, '');
    for (const [one, other, both] of PAIRS) {
      const first = entries.find(([name]) => name === one);
      const second = entries.findIndex(([name]) => name === other);
      if (first === undefined || entries[second]?.[1] !== first[1]) continue;
      first[0] = both;
      entries.splice(second, 1);
    }
  },
  // Not Wind 4: its theme variables and colour mixing double the stylesheet, which each page carries inline.
  presets: [presetWind3({ preflight: false })],
  theme: {
    colors: colours,
    borderRadius: { sm: 'var(--radius-1)', md: 'var(--radius-2)', lg: 'var(--radius-3)' },
    // In em, so that a browser's larger letters lay the page out as a narrower window does.
    breakpoints: { sm: '30em', md: '48em', lg: '64em', xl: '80em' },
  },
  shortcuts: {
    wrap: 'mx-auto w-full max-w-[var(--page)] px-[var(--gutter)]',
    btn: 'inline-flex items-center justify-center gap-2 min-h-11 px-5 rounded-md font-700 cursor-pointer',
    'btn-solid': 'btn bg-accent text-accent-fg',
    'btn-line': 'btn border border-solid border-line text-fg',
    'btn-art': 'btn border border-solid border-art-fg text-art-fg',
    'icon-btn': 'inline-grid place-items-center size-[44px] rounded-full shrink-0 cursor-pointer',
    muted: 'text-fg-muted',
    h2: 'text-xl font-800',
    chip: 'inline-flex items-center min-h-11 px-4 rounded-full border border-solid border-line',
  },
});
