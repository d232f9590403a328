import { messageOf } from '../lib/texts-plugin.mjs';

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
    const at = (message) => [{ file: one.path, line: lineOf(one, key), message }];
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
  return [{ file: source.path, line: lineOf(source, keys[wrong]), message }];
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
  const names = new Map(Object.keys(texts).map((key) => [messageOf(key, texts).id, key]));
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
  return [...missing, ...idle.map(([name, key]) => report(locale, lineOf(locale, key), `${name} is used nowhere`))];
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
    const at = (message) => [report(fa, lineOf(fa, key), `${key} ${message}`)];
    if (/[\u064A\u0649\u0643]/.test(words)) return at('has an Arabic ي or ك');
    if (/[\u0660-\u0669]/.test(words)) return at('has Arabic digits');
    const ascii = words.split(/\s+/).find((word) => /\d/.test(word) && !/[A-Za-z]/.test(word));
    return ascii === undefined ? [] : at(`has digits that are not Persian: ${ascii}`);
  });
}

function placeholders(text) {
  return [...text.matchAll(PLACEHOLDER)]
    .map((match) => match[1])
    .sort()
    .join();
}

function lineOf(source, key) {
  return source.text.split('\n').findIndex((line) => line.includes(`"${key}"`)) + 1;
}

function report(source, line, message) {
  return { file: source.path, line, message };
}
