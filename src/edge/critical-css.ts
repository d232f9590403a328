import { FOLD_MARK as MARK } from '../platform/ui/fold-mark.ts';

const STYLE = /<style>([\s\S]*?)<\/style>/;

/**
 * A page whose <head> has only the rules that its first screen needs, with all of them after that screen: a phone paints
 * before it has read what the rest looks like. The second is whole and comes last, so that it decides as it did alone.
 * `style` is the text put into the head; null where the page stays as it is: it marks no first screen or has no style.
 */
export function inlineCriticalCss(html: string): { html: string; style: string | null } {
  const end = html.indexOf(MARK);
  const match = STYLE.exec(html);
  const css = match?.[1];
  if (!match || css === undefined || end < match.index) return { html, style: null };
  const after = match.index + match[0].length;
  const style = rulesFor(css, namesIn(html.slice(0, match.index) + html.slice(after, end) + HOLDER));
  const parts = [html.slice(0, match.index), `<style>${style}</style>`, html.slice(after, end), MARK, inSvg(css)];
  return { html: parts.join('') + html.slice(end + MARK.length), style };
}

/** Takes no room, by rules that the head has too. */
const HOLDER = '<svg class="absolute" width="0" height="0" aria-hidden="true">';

/**
 * A style sheet in the middle of a page: HTML allows `<style>` in the head alone, SVG allows its own anywhere. There it
 * is no raw text, so signs of markup are written as references (edge/csp-hashes.ts reads them back).
 */
function inSvg(css: string): string {
  const text = css.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `${HOLDER}<style>${text}</style></svg>`;
}

/** The names by which selectors find elements: `a`, `.wrap` and `#main`. */
function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi)) {
    names.add(tag.toLowerCase());
    for (const [, name, value = ''] of attributes.matchAll(/\s(class|id)="([^"]*)"/g)) {
      for (const word of value.split(/\s+/)) names.add((name === 'id' ? '#' : '.') + word);
    }
  }
  return names;
}

/** A statement of a style sheet: a rule with its block, or an at-rule that ends with a semicolon. */
interface Statement {
  prelude: string;
  /** What is between its braces; null where it has none. */
  block: string | null;
}

/** At-rules whose blocks hold rules. Any other is kept as it is: fonts, key frames, the order of layers. */
const GROUP = /^@(media|supports|layer|container|scope|starting-style)\b/;

function rulesFor(css: string, names: ReadonlySet<string>): string {
  let kept = '';
  for (const { prelude, block } of parseStatements(css)) {
    if (block === null) kept += `${prelude};`;
    else if (GROUP.test(prelude)) {
      const inner = rulesFor(block, names);
      // A layer's place is where it is first named.
      if (inner !== '' || prelude.startsWith('@layer')) kept += `${prelude}{${inner}}`;
    } else if (prelude.startsWith('@') || mayMatch(prelude, names)) kept += `${prelude}{${block}}`;
  }
  return kept;
}

/** Strings and comments are passed over whole; `\\` takes the next character along. */
const TOKEN = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?\*\/|\\[\s\S]|[{};]/g;

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

/** Escaped signs of a name, `.md\:flex`, are moved here meanwhile, so that they are no signs of a selector. */
const ESCAPED = 0xe000;

/** Whether one of the selectors may find something: each tag, class and id that it certainly needs is there. */
function mayMatch(selectors: string, names: ReadonlySet<string>): boolean {
  if (/\\[\da-f]/i.test(selectors)) return true;
  let outside = selectors.replace(/\\(.)/g, (_, sign: string) => String.fromCharCode(ESCAPED + sign.charCodeAt(0)));
  // What stands in brackets may be an alternative, a negation or an attribute, and separates no selectors.
  outside = outside.replace(/\[(?:"[^"]*"|[^\]"])*\]/g, '');
  for (let before = ''; before !== outside;) {
    before = outside;
    outside = outside.replace(/\([^()]*\)/g, '');
  }
  return outside.split(',').some((selector) => parseSelectorNames(selector).every((name) => names.has(name)));
}

function parseSelectorNames(selector: string): string[] {
  const plain = selector.replace(/::?[\w-]+/g, ' ');
  return Array.from(plain.matchAll(/[.#]?(?:[\w-]|[^\0-\x7f])+/g), ([name]) =>
    /^[.#]/.test(name)
      ? name.replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - ESCAPED))
      : name.toLowerCase(),
  );
}
