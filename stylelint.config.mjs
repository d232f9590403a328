const RAW_COLOUR = String.raw`/(?<![\w-])(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab|color)\((?!from var\()/i`;
// Shorthands are symmetric here; four plain values name a left and a right.
const FOUR_VALUES = '/^[^\\s(]+(?:\\s+[^\\s(]+){3}$/';

/** Logical properties (the site reads right to left and left to right) and colours by token (src/shell/tokens.css). */
export default {
  reportDescriptionlessDisables: true,
  reportInvalidScopeDisables: true,
  reportNeedlessDisables: true,
  reportUnscopedDisables: true,
  rules: {
    'property-layout-mappings': [
      'flow-relative',
      // overflow-block and overscroll-behavior-block are missing in Safari and older Chromium.
      { ignoreProperties: ['padding', 'margin', 'inset', '/^over(?:flow|scroll-behavior)-[xy]$/'] },
    ],
    'value-keyword-layout-mappings': ['flow-relative', { ignoreProperties: ['resize'] }],
    // Letters grow with the browser's setting, and a page with large letters is laid out as a narrow one.
    'declaration-property-unit-disallowed-list': { '/^font/': ['px'], 'line-height': ['px'] },
    'media-feature-name-unit-allowed-list': { '/(width|height)$/': ['em'] },
    'color-no-hex': true,
    'color-named': 'never',
    'declaration-property-value-disallowed-list': {
      '/.*/': [RAW_COLOUR],
      '/^(?:padding|margin|inset|border-(?:width|style|color|radius)|scroll-(?:padding|margin))$/': [
        FOUR_VALUES,
        RAW_COLOUR,
      ],
    },
  },
  overrides: [
    { files: ['**/*.astro'], customSyntax: 'postcss-html' },
    {
      files: ['src/shell/tokens.css', 'src/platform/ui/subtitle-tokens.css', 'src/platform/ui/curtain-tokens.css'],
      rules: { 'color-no-hex': null, 'color-named': null, 'declaration-property-value-disallowed-list': null },
    },
  ],
};
