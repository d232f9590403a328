import { grep } from './files.mjs';
import { extractMarkup, extractStyle } from './text.mjs';

/** @typedef {import('./files.mjs').Source} Source */
/** @typedef {import('./files.mjs').Finding} Finding */

const PHYSICAL_PROPERTY = new RegExp(
  [
    String.raw`(?<![\w-])(?:(?:scroll-)?(?:margin|padding)|border|inset)-(?:left|right)(?:-[a-z]+)?\s*:`,
    String.raw`(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\s*:`,
    String.raw`(?<![\w-])(?:left|right)\s*:`,
    String.raw`(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b`,
  ].join('|'),
);
const SIZE = String.raw`(?:\d|auto|full|px|\[|safe)`;
const PHYSICAL_CLASS = new RegExp(
  [
    String.raw`(?<=[\s'"\`:!])-?(?:scroll-)?[mp][lr]-${SIZE}[^\s'"\`]*`,
    String.raw`(?<=[\s'"\`:!])-?(?:left|right)-${SIZE}[^\s'"\`]*`,
    String.raw`(?<=[\s'"\`:!])(?:text|float|clear)-(?:left|right)(?=[\s'"\`])`,
    String.raw`(?<=[\s'"\`:!])(?:rounded|border)-(?:l|r|tl|tr|bl|br)(?:-[^\s'"\`]+)?(?=[\s'"\`])`,
  ].join('|'),
);
const PHYSICAL_IN_SCRIPT = /\b(?:margin|padding|border)(?:Left|Right)\w*\s*:|\btextAlign\s*:\s*['"](?:left|right)/;
/** `oklch(from var(--ink) …)` derives from a token and is no raw colour. */
const COLOUR_FUNCTION = /(?<![\w-])(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\((?!from var\()/;
const HEX = String.raw`#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])`;
const HEX_IN_STYLE = new RegExp(String.raw`:[^;{]*?(?<!url\(['"]?)${HEX}`, 'i');
const HEX_IN_MARKUP = new RegExp(String.raw`(?<!href=\{?)['"\`]${HEX}['"\`]|\[${HEX}\]`, 'i');
const PALETTE_CLASS =
  /(?<=[\s'"`:!])(?:bg|text|border|fill|stroke|ring|outline|shadow|from|to|via|accent|caret|decoration)-(?:white|black|(?:red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|slate|gr[ae]y|zinc|neutral|stone)-\d+)/;

/**
 * Left and right where start and end are meant. A comment `physical: reason` on the line allows it.
 * @param {Source} source .css, .astro or .tsx
 * @returns {Finding[]}
 */
export function physicalCss(source) {
  const excused = (message) => (match, line) => (/physical:\s*\S/.test(line) ? null : message(match[0].trim()));
  const markup = source.path.endsWith('.css') ? '' : extractMarkup(source.path, source.text);
  const property = excused((text) => `${text} is physical: use the logical property`);
  return [
    ...grep(source, extractStyle(source.path, source.text), PHYSICAL_PROPERTY, property),
    ...grep(
      source,
      markup,
      PHYSICAL_CLASS,
      excused((text) => `class ${text} is physical: use ms- me- ps- pe- start- end-`),
    ),
    ...grep(source, markup, PHYSICAL_IN_SCRIPT, property),
  ];
}

/**
 * Colours that do not come from src/shell/tokens.css. `raw colour: reason` in a comment on the line allows it.
 * @param {Source} source .css, .astro or .tsx
 * @returns {Finding[]}
 */
export function rawColours(source) {
  if (source.path === 'src/shell/tokens.css') return [];
  const excused = (match, line) =>
    /raw colour:\s*\S/.test(line)
      ? null
      : `${match[0].replace(/^:/, '').trim()}: colours come from src/shell/tokens.css`;
  const style = extractStyle(source.path, source.text);
  const markup = source.path.endsWith('.css') ? '' : extractMarkup(source.path, source.text);
  return [
    ...[COLOUR_FUNCTION, HEX_IN_STYLE].flatMap((pattern) => grep(source, style, pattern, excused)),
    ...[COLOUR_FUNCTION, HEX_IN_MARKUP, PALETTE_CLASS].flatMap((pattern) => grep(source, markup, pattern, excused)),
  ];
}

/**
 * Style attributes in server-rendered HTML, which the content security policy forbids.
 * @param {Source} source
 * @returns {Finding[]}
 */
export function inlineStyles(source) {
  if (!source.path.endsWith('.astro')) return [];
  const message = () => 'an inline style: the content security policy forbids it, use a class';
  const attribute = grep(source, extractMarkup(source.path, source.text), /\sstyle=[{"'`]|\sstyle=$/, message);
  return [...attribute, ...grep(source, source.text, /<style\b[^>]*\bdefine:vars/, message)];
}
