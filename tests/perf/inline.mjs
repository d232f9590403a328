import { brotli } from './compress.mjs';

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
const HAS_SRC = /(?:^|\s)src\s*=/i;
const JSON_LD = /\btype\s*=\s*["']?application\/ld\+json/i;

/**
 * A page's inline code: all scripts but JSON-LD, which nothing runs, and all styles. Their share of the page's
 * own brotli is less, since they share words with the rest: this is the more severe count.
 * @param {string} html as served
 * @returns {{script: number, css: number}} bytes of brotli
 */
export function inlineBytes(html) {
  const scripts = [...html.matchAll(SCRIPT)].filter(([, tag]) => !HAS_SRC.test(tag) && !JSON_LD.test(tag));
  const styles = [...html.matchAll(STYLE)];
  return { script: packed(scripts.map(([, , text]) => text)), css: packed(styles.map(([, text]) => text)) };
}

function packed(texts) {
  const text = texts.join('\n');
  return text.trim() === '' ? 0 : brotli(text, { once: true }).length;
}
