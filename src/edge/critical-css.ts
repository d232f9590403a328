import { STYLE_HOLDER } from '../platform/http/pages/page-parts.ts';
import { TextMemory } from '../platform/text/text-memory.ts';
import { FOLD_MARK } from '../platform/ui/fold-mark.ts';

const [STYLE, STYLE_END] = ['<style>', '</style>'];

export interface SplitPage {
  /** To the end of the fold's mark, with `style`, the rules that may match there; empty without a mark. */
  above: string;
  style: string | null;
  /** The whole style sheet, which follows the fold, and its HTML. */
  late: { css: string; html: string } | null;
  below: string;
}

/** The style sheet is cut out of its piece, not of the page: V8's young memory has no room for a whole page. */
export async function splitAtFold(
  pieces: readonly string[],
  isOfBuild: (css: string) => Promise<boolean>,
): Promise<SplitPage> {
  const at = pieces.findIndex((piece) => piece.includes(STYLE));
  const head = pieces[at] ?? '';
  const start = head.indexOf(STYLE);
  const close = head.indexOf(STYLE_END, start);
  const [first, below] = splitRest(head.slice(close + STYLE_END.length), pieces.slice(at + 1).join(''));
  if (start === -1 || close === -1 || first === '') return splitUncut(pieces.join(''));
  const css = head.slice(start + STYLE.length, close);
  if (!(await isOfBuild(css))) return splitUncut(pieces.join(''));
  const sheet = prepareOnce(css);
  const before = pieces.slice(0, at).join('') + head.slice(0, start);
  const style = filterRules(sheet.rules, collectNames(before + first + STYLE_HOLDER));
  const above = [before, STYLE, style, STYLE_END, first].join('');
  return { above, style, late: { css: sheet.css, html: sheet.late }, below };
}

/** The fold is in the page's last piece, nearly always: the piece is not copied to look for it. */
function splitRest(start: string, tail: string): [string, string] {
  const [first, below] = start.includes(FOLD_MARK) ? ['', tail] : splitAfter(tail, FOLD_MARK);
  return first === '' ? splitAfter(start + tail, FOLD_MARK) : [start + first, below];
}

function splitUncut(html: string): SplitPage {
  const [above, below] = splitAfter(html, FOLD_MARK);
  return { above, style: null, late: null, below };
}

function splitAfter(text: string, mark: string): [string, string] {
  const end = text.indexOf(mark);
  return end === -1 ? ['', text] : [text.slice(0, end + mark.length), text.slice(end + mark.length)];
}

/** HTML allows `<style>` in the head only, SVG anywhere; there it is not raw text, so markup is escaped. */
function wrapInSvg(css: string): string {
  const text = css.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `${STYLE_HOLDER}<style>${text}</style></svg>`;
}

function collectNames(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, tag = '', attributes = ''] of html.matchAll(
    /<([a-z][\w-]*)(?![\w-])((?:"[^"]*"|'[^']*'|[^<>"'])*)>/gi,
  )) {
    names.add(tag.toLowerCase());
    for (const [, name, value = ''] of attributes.matchAll(/\s(class|id)="([^"]*)"/g)) {
      for (const word of value.split(/\s+/)) names.add((name === 'id' ? '#' : '.') + word);
    }
  }
  return names;
}

interface Statement {
  prelude: string;
  block: string | null;
}

/** `selectors`: the names of each; null for a rule that stays. `inner`: the rules of a group. */
interface Rule {
  text: string;
  selectors: readonly (readonly string[])[] | null;
  inner?: readonly Rule[];
}

const GROUP = /^@(media|supports|layer|container|scope|starting-style)\b/;
const sheets = new TextMemory<Sheet>(100);

interface Sheet {
  css: string;
  rules: readonly Rule[];
  late: string; // The whole style sheet, for after the fold
}

/** A build has some thirty style sheets, and to parse one costs most of the cut. */
function prepareOnce(css: string): Sheet {
  const stored = sheets.get(css);
  if (stored) return stored;
  const sheet = { css, rules: parseRules(css), late: wrapInSvg(css) };
  sheets.set(css, sheet);
  return sheet;
}

function parseRules(css: string): Rule[] {
  return parseStatements(css).map(({ prelude, block }) => {
    if (block === null) return { text: `${prelude};`, selectors: null };
    if (GROUP.test(prelude)) return { text: prelude, selectors: null, inner: parseRules(block) };
    return { text: `${prelude}{${block}}`, selectors: prelude.startsWith('@') ? null : parseSelectors(prelude) };
  });
}

function filterRules(rules: readonly Rule[], names: ReadonlySet<string>): string {
  let css = '';
  for (const { text, selectors, inner } of rules) {
    if (inner) {
      const rest = filterRules(inner, names);
      // An empty layer counts once, for the order of layers.
      if (rest !== '' || (text.startsWith('@layer') && !css.includes(`${text}{`))) css += `${text}{${rest}}`;
    } else if (selectors === null || selectors.some((all) => all.every((name) => names.has(name)))) css += text;
  }
  return css;
}

const TOKEN = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?(?:\*\/|$)|\\[\s\S]|[{};]/g;

function parseStatements(css: string): Statement[] {
  const statements: Statement[] = [];
  let [depth, start, open] = [0, 0, 0];
  for (const { 0: token, index } of css.matchAll(TOKEN)) {
    if (token === '{') {
      if (depth === 0) open = index;
      depth += 1;
    } else if (token === '}') {
      depth -= 1;
      if (depth > 0) continue;
      statements.push({ prelude: css.slice(start, open).trim(), block: css.slice(open + 1, index) });
      start = index + 1;
    } else if (token === ';' && depth === 0) {
      statements.push({ prelude: css.slice(start, index).trim(), block: null });
      start = index + 1;
    }
  }
  return statements;
}

/** A private-use offset for escaped signs (`.md\:flex`), so that they do not read as selector syntax. */
const ESCAPED = 0xe000;

/** The names that each selector of a rule needs; null where that is uncertain. */
function parseSelectors(selectors: string): string[][] | null {
  if (/\\[\da-f]/i.test(selectors)) return null;
  let plain = selectors.replace(/\\(.)/g, (_, sign: string) => String.fromCharCode(ESCAPED + sign.charCodeAt(0)));
  plain = plain.replace(/\[(?:"[^"]*"|[^[\]"])*\]/g, '');
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  return plain.split(',').map(parseSelectorNames);
}

function parseSelectorNames(selector: string): string[] {
  const plain = selector.replace(/::?[\w-]+/g, ' ');
  return Array.from(plain.matchAll(/[.#]?(?:[\w-]|[^\0-\x7f])+/g), ([name]) =>
    /^[.#]/.test(name)
      ? name.replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - ESCAPED))
      : name.toLowerCase(),
  );
}
