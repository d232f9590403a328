import { parseMessageKey } from '../lib/texts-plugin.mjs';

/** @typedef {import('./files.mjs').Source} Source */
/** @typedef {import('./files.mjs').Finding} Finding */

const PLACEHOLDER = /\{\{\s*([^},\s]+)[^}]*\}\}/g;

/**
 * Both locale files against each other: same keys, sorted, each once, same placeholders.
 * @param {Source} fa
 * @param {Source} en
 * @returns {Finding[]}
 */
export function compareLocales(fa, en) {
  return [...compare(fa, en), ...compare(en, fa, true), ...order(fa), ...order(en)];
}

function compare(one, other, keysOnly = false) {
  const texts = JSON.parse(one.text);
  const others = JSON.parse(other.text);
  return Object.entries(texts).flatMap(([key, text]) => {
    const at = (message) => [{ file: one.path, line: findLine(one, key), message }];
    if (typeof text !== 'string' || text.trim() === '') return at(`${key} has no text`);
    if (!(key in others)) return at(`${key} is missing in ${other.path}`);
    const same = placeholders(text) === placeholders(String(others[key]));
    return same || keysOnly ? [] : at(`${key} has other placeholders than in ${other.path}`);
  });
}

function order(source) {
  const keys = [...source.text.matchAll(/^\s*"([^"]+)"\s*:/gm)].map((match) => match[1]);
  const wrong = keys.findIndex((key, index) => index > 0 && key <= keys[index - 1]);
  if (wrong === -1) return [];
  const message = keys[wrong] === keys[wrong - 1] ? `${keys[wrong]} is there twice` : `${keys[wrong]} is not in order`;
  return [{ file: source.path, line: findLine(source, keys[wrong]), message }];
}

/**
 * Keys that nothing uses, and uses of keys that are not there.
 * @param {Source} locale
 * @param {Source[]} sources files of src
 * @param {string[]} errorCodes each of them needs `error_<code>`
 * @returns {Finding[]}
 */
export function keyUse(locale, sources, errorCodes) {
  const texts = JSON.parse(locale.text);
  const names = new Map(Object.keys(texts).map((key) => [parseMessageKey(key, texts).id, key]));
  const used = new Set(errorCodes.map((code) => `error_${code}`));
  const missing = [...used].filter((name) => !names.has(name)).map((name) => report(locale, 1, `${name} is missing`));
  for (const source of sources) {
    // The server takes its own texts (errors, SMS) from the files themselves.
    if (/locales\/\w+\.json/.test(source.text)) for (const word of source.text.match(/\w+/g) ?? []) used.add(word);
    source.text.split('\n').forEach((line, index) => {
      for (const match of line.matchAll(/(?<![\w$.])m(?:\.|\[')([a-z][a-z0-9_]*)/g)) {
        used.add(match[1]);
        const certain = line.slice(match.index + match[0].length).startsWith('(') && importsMessages(source);
        if (certain && !names.has(match[1]))
          missing.push(report(source, index + 1, `m.${match[1]} is no key of the locales`));
      }
    });
  }
  const idle = [...names].filter(([name]) => !used.has(name));
  return [...missing, ...idle.map(([name, key]) => report(locale, findLine(locale, key), `${name} is used nowhere`))];
}

function importsMessages(source) {
  return source.text.includes('paraglide/messages');
}

/**
 * Persian texts: no Arabic letters or digits, and no ASCII digits, except in words with Latin letters (`720p`).
 * @param {Source} fa
 * @returns {Finding[]}
 */
export function persianText(fa) {
  return Object.entries(JSON.parse(fa.text)).flatMap(([key, text]) => {
    const words = String(text).replace(PLACEHOLDER, ' ');
    const at = (message) => [report(fa, findLine(fa, key), `${key} ${message}`)];
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
 * Persian texts: a parameter that touches Latin letters (`{{height}}p`) or may hold them stands in a bidi isolate
 * (U+2066 or U+2068 to U+2069), else the next number is shown on its wrong side. An SMS has none: old phones draw boxes.
 * @param {Source} fa
 * @returns {Finding[]}
 */
export function isolatedNumbers(fa) {
  return Object.entries(JSON.parse(fa.text)).flatMap(([key, text]) => {
    const at = (message) => [report(fa, findLine(fa, key), `${key} ${message}`)];
    const marks = String(text).match(/[\u2066-\u2069]/g) ?? [];
    const bare = String(text).replace(ISOLATED, ' ');
    if (/[\u2066-\u2069]/.test(bare)) return at('has a bidi isolate that is not closed');
    if (key.startsWith('sms_')) return marks.length > 0 ? at('has bidi isolates, which an old phone shows') : [];
    const glued = /[A-Za-z]\{\{|\}\}[A-Za-z]/.test(bare);
    if (glued) return at('has a parameter that touches Latin letters outside a bidi isolate');
    const open = [...bare.matchAll(PLACEHOLDER)].find((match) => MIXED.has(match[1]));
    return open === undefined || bare.trim() === open[0] ? [] : at(`has ${open[0]} outside a bidi isolate`);
  });
}

/** Spellings that docs/persian-style.md decides against, and what it has instead. */
const SPELLINGS = [
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
const LIST_KEYS = /(^|_)lists?(_|$)|^login_cancelled_text$/;

/**
 * One Persian orthography and one word for a thing, in the texts and the demo catalogue (docs/persian-style.md).
 * @param {Source} fa
 * @param {Source[]} seeds
 * @returns {Finding[]}
 */
export function persianSpelling(fa, seeds) {
  const spelling = [fa, ...seeds].flatMap((source) =>
    source.text.split('\n').flatMap((line, index) => {
      // The name of a work is its maker's, however it is spelled.
      if (line.includes('"name_fa":')) return [];
      const wrong = SPELLINGS.filter(([pattern]) => pattern.test(line));
      return wrong.map(([pattern, right]) =>
        report(source, index + 1, `${String(pattern.exec(line)?.[0])} is written ${right}`),
      );
    }),
  );
  const lists = Object.entries(JSON.parse(fa.text))
    .filter(([key, text]) => String(text).includes('فهرست') && !LIST_KEYS.test(key))
    .map(([key]) => report(fa, findLine(fa, key), `${key} says فهرست of what is no viewer's list`));
  return [...spelling, ...lists];
}

function placeholders(text) {
  return [...text.matchAll(PLACEHOLDER)]
    .map((match) => match[1])
    .sort()
    .join();
}

function findLine(source, key) {
  return source.text.split('\n').findIndex((line) => line.includes(`"${key}"`)) + 1;
}

function report(source, line, message) {
  return { file: source.path, line, message };
}
