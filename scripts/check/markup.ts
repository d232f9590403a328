import type { Linter } from 'eslint';

const SIZE = String.raw`(?:\d|auto|full|px|\[|safe)`;
const START = String.raw`(?:^|[\s!:])`;
const END = String.raw`(?:\s|$)`;
const PHYSICAL_CLASSES = [
  String.raw`${START}-?(?:scroll-)?[mp][lr]-${SIZE}`,
  String.raw`${START}-?(?:left|right)-${SIZE}`,
  String.raw`${START}(?:text|float|clear)-(?:left|right)${END}`,
  String.raw`${START}(?:rounded|border)-(?:l|r|tl|tr|bl|br)(?:-\S+)?${END}`,
].join('|');
const HEX = '(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})';
const HUES =
  'red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|slate|gr[ae]y|zinc|neutral|stone';
const COLOURED = 'bg|text|border|fill|stroke|ring|outline|shadow|from|to|via|accent|caret|decoration';
const RAW_COLOURS = [
  String.raw`^#${HEX}$|\[#${HEX}\]`,
  // A colour derived from a token is not a raw colour: `oklch(from var(--ink) …)`.
  String.raw`(?<![\w-])(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\((?!from var\()`,
  String.raw`${START}(?:${COLOURED})-(?:white|black|(?:${HUES})-\d+)`,
].join('|');

const PHYSICAL_MESSAGE = 'Use the logical class or property: ms- me- ps- pe- start- end- marginInlineStart.';
const COLOUR_MESSAGE = 'Use a colour of src/shell/tokens.css.';
const TEXT_MESSAGE = 'Write the text into locales/, in both languages (scripts/locale-add.ts), and use m.key().';
const LANGUAGE_MESSAGE = "A text and a number have the page's language: nothing names one.";
const STYLE_MESSAGE = 'The content security policy forbids inline styles: use a class.';

/** Strings and template texts of markup that match, except the address of a link. */
function inStrings(pattern: string): string[] {
  return [
    `Literal[value=/${pattern}/i]:not(JSXAttribute[name.name="href"] > Literal)`,
    `TemplateElement[value.raw=/${pattern}/i]`,
  ];
}

const restrict = (selectors: string[], message: string) => selectors.map((selector) => ({ selector, message }));

const IN_MARKUP = [
  ...restrict(inStrings(PHYSICAL_CLASSES), PHYSICAL_MESSAGE),
  ...restrict(
    [
      'Property[key.name=/^(?:margin|padding|border)(?:Left|Right)/]',
      'Property[key.name="textAlign"] > Literal[value=/^(?:left|right)$/]',
    ],
    PHYSICAL_MESSAGE,
  ),
  ...restrict(inStrings(RAW_COLOURS), COLOUR_MESSAGE),
];
/** English repeats of journeys need not show that a text has its language: no other text can be written. */
const TEXTS = [
  ...restrict(
    [String.raw`JSXText[value=/[A-Za-z]{3}|[\u0621-\u06cc]{2}/]`, ...inStrings(String.raw`[\u0621-\u06cc]{2}`)],
    TEXT_MESSAGE,
  ),
  ...restrict(
    [
      'CallExpression[callee.object.name="m"][arguments.length>1]',
      'NewExpression[callee.object.name="Intl"][arguments.0.type="Literal"]',
    ],
    LANGUAGE_MESSAGE,
  ),
];
const IN_ASTRO = restrict(
  ['JSXAttribute[name.name="style"]', 'JSXAttribute[name.namespace.name="define"][name.name.name="vars"]'],
  STYLE_MESSAGE,
);

/** The rules of markup about logical classes, colours and inline styles; stylelint has the stylesheets. */
export function restrictMarkup(everywhere: Linter.RuleEntry[]): Linter.Config[] {
  return [
    { files: ['src/**/*.tsx'], rules: { 'no-restricted-syntax': ['error', ...everywhere, ...IN_MARKUP, ...TEXTS] } },
    {
      files: ['src/**/*.astro'],
      rules: { 'no-restricted-syntax': ['error', ...everywhere, ...IN_MARKUP, ...TEXTS, ...IN_ASTRO] },
    },
  ];
}
