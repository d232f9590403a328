import { defineConfig, presetWind3 } from 'unocss';

/** Utilities over the tokens of src/styles/tokens.css; logical directions only (npm run check refuses others). */
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

export default defineConfig({
  // Not Wind 4: its theme variables and colour mixing double the stylesheet, which each page carries inline.
  presets: [presetWind3({ preflight: false })],
  theme: {
    colors: colours,
    borderRadius: { sm: 'var(--radius-1)', md: 'var(--radius-2)', lg: 'var(--radius-3)' },
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
  },
  shortcuts: {
    wrap: 'mx-auto w-full max-w-320 px-[var(--gutter)]',
    btn: 'inline-flex items-center justify-center gap-2 min-h-11 px-5 rounded-md font-700 cursor-pointer',
    'btn-solid': 'btn bg-accent text-accent-fg',
    'btn-line': 'btn border border-solid border-line text-fg',
    'icon-btn': 'inline-grid place-items-center size-11 rounded-full shrink-0 cursor-pointer',
    muted: 'text-fg-muted',
    h2: 'text-xl font-800',
    chip: 'inline-flex items-center min-h-11 px-4 rounded-full border border-solid border-line',
  },
});
