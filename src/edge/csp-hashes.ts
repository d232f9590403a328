import { hashText, unescapeStyle } from '../platform/http/page-parts.ts';
import { buildSpeculationRules } from '../shell/boot/speculation-rules.ts';

const OPENING = /<(script|style)(?:\s[^>]*)?>/g;
const DATA = 'type="application/ld+json"';
const HASH = / 'sha256-([\w+/=]+)'/g;

const ADDED_BY_SCRIPT = [true, false].map(buildSpeculationRules);

/** Data needs no hash. Astro lists the hashes of every page in each; they do not compress and allow more than the page needs. */
export async function pruneCspHashes(policy: string, texts: readonly string[]): Promise<string> {
  const pageHashes = new Set(await Promise.all([...texts, ...ADDED_BY_SCRIPT].map(hashOnce)));
  return policy.replace(HASH, (source, hash: string) => (pageHashes.has(hash) ? source : ''));
}

/** The texts that the policy must name. From an opening tag to its end nothing is read sign by sign. */
export function findInlineTexts(html: string): string[] {
  const texts: string[] = [];
  const opening = new RegExp(OPENING);
  for (let tag = opening.exec(html); tag; tag = opening.exec(html)) {
    const start = opening.lastIndex;
    const end = html.indexOf(`</${tag[1] ?? ''}>`, start);
    if (end === -1) continue;
    const text = html.slice(start, end);
    if (!tag[0].includes(DATA)) texts.push(text);
    // The browser hashes an SVG style with its references resolved.
    if (text.includes('&lt;') || text.includes('&amp;')) texts.push(unescapeStyle(text));
    opening.lastIndex = end;
  }
  return texts;
}

export async function allowStyle(policy: string, style: string): Promise<string> {
  return policy.replace(/\bstyle-src\b[^;]*/, `$& 'sha256-${await hashOnce(style)}'`);
}

const HASHES_MAX = 300;
const hashes = new Map<string, string>();

export async function hashOnce(text: string): Promise<string> {
  const stored = hashes.get(text);
  if (stored !== undefined) return stored;
  const hash = await hashText(text);
  if (hashes.size >= HASHES_MAX) hashes.clear();
  hashes.set(text, hash);
  return hash;
}
