import { parseMessageKey } from '../../project.inlang/texts-plugin.js';
import type { Finding, Source } from './files.ts';

const PLACEHOLDER = /\{\{\s*([^},\s]+)[^}]*\}\}/g;

/** Both locale files against each other: same keys, sorted, each once, same placeholders. */
export function compareLocales(fa: Source, en: Source): Finding[] {
  return [...compare(fa, en), ...compare(en, fa, true), ...order(fa), ...order(en)];
}

function compare(one: Source, other: Source, keysOnly = false): Finding[] {
  const texts = parseTexts(one);
  const others = parseTexts(other);
  return Object.entries(texts).flatMap(([key, text]) => {
    const at = (message: string) => [report(one, findLine(one, key), message)];
    if (text.trim() === '') return at(`${key} has no text`);
    if (!(key in others)) return at(`${key} is missing in ${other.path}`);
    const same = placeholders(text) === placeholders(others[key] ?? '');
    return same || keysOnly ? [] : at(`${key} has other placeholders than in ${other.path}`);
  });
}

function order(source: Source): Finding[] {
  const keys = [...source.text.matchAll(/^\s*"([^"]+)"\s*:/gm)].map(([, key = '']) => key);
  const wrong = keys.findIndex((key, index) => index > 0 && key <= (keys[index - 1] ?? ''));
  const key = keys[wrong];
  if (key === undefined) return [];
  const message = key === keys[wrong - 1] ? `${key} is there twice` : `${key} is not in order`;
  return [report(source, findLine(source, key), message)];
}

/** Keys that nothing uses, and uses of keys that are not there. `module`: that of the compiled texts. */
export function keyUse(
  locale: Source,
  sources: Source[],
  errorCodes: string[],
  module = 'paraglide/messages',
): Finding[] {
  const texts = parseTexts(locale);
  const names = new Map(Object.keys(texts).map((key) => [parseMessageKey(key, texts).id, key]));
  const used = new Set(errorCodes.map((code) => `error_${code}`));
  const missing = [...used].filter((name) => !names.has(name)).map((name) => report(locale, 1, `${name} is missing`));
  for (const source of sources) {
    // The server takes its own texts (errors, SMS) from the files themselves.
    if (/locales\/\w+\.json/.test(source.text)) for (const word of source.text.match(/\w+/g) ?? []) used.add(word);
    source.text.split('\n').forEach((line, index) => {
      for (const match of line.matchAll(/(?<![\w$.])m(?:\.|\[')([a-z][a-z0-9_]*)/g)) {
        const [use, name = ''] = match;
        used.add(name);
        const certain = line.startsWith('(', match.index + use.length) && source.text.includes(module);
        if (certain && !names.has(name)) missing.push(report(source, index + 1, `m.${name} is no key of the locales`));
      }
    });
  }
  const idle = [...names].filter(([name]) => !used.has(name));
  return [...missing, ...idle.map(([name, key]) => report(locale, findLine(locale, key), `${name} is used nowhere`))];
}

/** Values that a text has no room for: two ideas share its key. `module`: that of the compiled texts. */
export function droppedValues(locale: Source, sources: Source[], module = 'paraglide/messages'): Finding[] {
  const texts = parseTexts(locale);
  return sources
    .filter(({ text }) => text.includes(module))
    .flatMap((source) =>
      source.text.split('\n').flatMap((line, index) =>
        [...line.matchAll(/(?<![\w$.])m\.([a-z]\w*)\(\{ (\w+)\b/g)].flatMap(([, name = '', value = '']) => {
          const text = texts[name] ?? texts[`${name}_other`];
          if (text === undefined || placeholders(text).split(',').includes(value)) return [];
          return [report(source, index + 1, `m.${name} has no {{${value}}}`)];
        }),
      ),
    );
}

/** Persian texts: no Arabic letters or digits, and no ASCII digits, except in words with Latin letters (`720p`). */
export function persianText(fa: Source): Finding[] {
  return Object.entries(parseTexts(fa)).flatMap(([key, text]) => {
    const words = text.replace(PLACEHOLDER, ' ');
    const at = (message: string) => [report(fa, findLine(fa, key), `${key} ${message}`)];
    if (/[\u064A\u0649\u0643]/.test(words)) return at('has an Arabic ي or ك');
    if (/[\u0660-\u0669]/.test(words)) return at('has Arabic digits');
    const ascii = words.split(/\s+/).find((word) => /\d/.test(word) && !/[A-Za-z]/.test(word));
    return ascii === undefined ? [] : at(`has digits that are not Persian: ${ascii}`);
  });
}

/** Parameters whose value may hold Latin letters or digits: what a number beside them must not be drawn into. */
const MIXED = new Set([
  'quality',
  'browser',
  'system',
  'mobile',
  'link',
  'what',
  'query',
  'channel',
  'programme',
  'data',
]);
const ISOLATED = /[\u2066-\u2068][^\u2069]*\u2069/g;

/**
 * Persian texts: a parameter that touches Latin letters (`{{height}}p`) or may hold them needs a bidi isolate
 * (U+2066 or U+2068 to U+2069), else the next number is shown on its wrong side. An SMS has none: old phones draw boxes.
 */
export function isolatedNumbers(fa: Source): Finding[] {
  return Object.entries(parseTexts(fa)).flatMap(([key, text]) => {
    const at = (message: string) => [report(fa, findLine(fa, key), `${key} ${message}`)];
    const marks = text.match(/[\u2066-\u2069]/g) ?? [];
    const bare = text.replace(ISOLATED, ' ');
    if (/[\u2066-\u2069]/.test(bare)) return at('has a bidi isolate that is not closed');
    if (key.startsWith('sms_')) return marks.length > 0 ? at('has bidi isolates, which an old phone shows') : [];
    const glued = /[A-Za-z]\{\{|\}\}[A-Za-z]/.test(bare);
    if (glued) return at('has a parameter that touches Latin letters outside a bidi isolate');
    const open = [...bare.matchAll(PLACEHOLDER)].find((match) => MIXED.has(match[1] ?? ''));
    return open === undefined || bare.trim() === open[0] ? [] : at(`has ${open[0]} outside a bidi isolate`);
  });
}

/** Spellings that docs/persian-style.md decides against, and what it has instead. */
const SPELLINGS: [pattern: RegExp, right: string][] = [
  [/ه\u200cی(?=[\s.,،؛:؟!»)"]|$)/, 'هٔ'],
  [/ۀ/, 'هٔ'],
  [/ویدئو/, 'ویدیو'],
  [/بیش\u200cتر/, 'بیشتر'],
  [/کم\u200cتر/, 'کمتر'],
  [/نیم[ \u200c]?بها/, 'نصف قیمت'],
  [/تمام[ \u200c]?بها/, 'قیمت کامل'],
  [/گذرواژه|رمز عبور|کلمهٔ عبور/, 'کد ورود'],
  [/نمایه/, 'تنظیمات'],
];
/** `فهرست` is a list that a viewer keeps, and nothing else; these keys speak of it. */
const LIST_KEYS = /(^|_)lists?(_|$)|^login_(cancelled|blocked)_text$/;

/** One Persian orthography and one word for a thing, in the texts and the demo catalogue (docs/persian-style.md). */
export function persianSpelling(fa: Source, seeds: Source[]): Finding[] {
  const spelling = [fa, ...seeds].flatMap((source) =>
    source.text.split('\n').flatMap((line, index) => {
      // The name of a work is its maker's, however it is spelled.
      if (line.includes('"name_fa":')) return [];
      const wrong = SPELLINGS.filter(([pattern]) => pattern.test(line));
      return wrong.map(([pattern, right]) =>
        report(source, index + 1, `${pattern.exec(line)?.[0] ?? ''} is written ${right}`),
      );
    }),
  );
  const lists = Object.entries(parseTexts(fa))
    .filter(([key, text]) => text.includes('فهرست') && !LIST_KEYS.test(key))
    .map(([key]) => report(fa, findLine(fa, key), `${key} says فهرست of what is no viewer's list`));
  return [...spelling, ...lists];
}

/** Parameters of a text; the site's name is the brand's, and in one language a sentence may do without it. */
function placeholders(text: string): string {
  return [...text.matchAll(PLACEHOLDER)]
    .map((match) => match[1])
    .filter((name) => name?.startsWith('brand') !== true)
    .sort()
    .join();
}

function parseTexts({ text }: Source): Record<string, string> {
  return JSON.parse(text) as Record<string, string>;
}

function findLine(source: Source, key: string): number {
  return source.text.split('\n').findIndex((line) => line.includes(`"${key}"`)) + 1;
}

function report(source: Source, line: number, message: string): Finding {
  return { file: source.path, line, message };
}
