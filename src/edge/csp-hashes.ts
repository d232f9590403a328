import { listAheadPaths } from '../platform/pages/find-page.ts';
import { hashText, unescapeStyle } from '../platform/http/pages/page-parts.ts';
import { TextMemory } from '../platform/text/text-memory.ts';
import { buildSpeculationRules } from '../shell/boot/speculation-rules.ts';

const OPENING = /<(script|style)(?:\s[^<>]*)?>/g;
const HASH = / 'sha256-([\w+/=]+)'/g;

const ADDED_BY_SCRIPT = [true, false].map((hasHover) => buildSpeculationRules(hasHover, listAheadPaths()));

/** Data needs no hash. Astro lists the hashes of every page in each; they do not compress and allow more than the page needs. */
export async function pruneCspHashes(policy: string, texts: readonly string[]): Promise<string> {
  const pageHashes = new Set<string>();
  for (const text of [...texts, ...ADDED_BY_SCRIPT]) pageHashes.add(await hashOnce(text));
  return policy.replace(HASH, (source, hash: string) => (pageHashes.has(hash) ? source : ''));
}

/** The framework's policy, before it is pruned, names the styles and scripts of the build, and nothing else. */
export async function isOfBuild(policy: string | null, text: string): Promise<boolean> {
  return policy?.includes(`'sha256-${await hashOnce(text)}'`) === true;
}

/** For search engines (JSON-LD), which run nothing. */
export const isData = (tag: string) => tag.includes('type="application/ld+json"');

export interface InlineElement {
  tag: string;
  text: string;
  html: string;
  index: number;
}

/** From an opening tag to its end nothing is read sign by sign. */
export function findInlineElements(html: string): InlineElement[] {
  const elements: InlineElement[] = [];
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const [{ 0: tag, 1: name = '', index }, start] = [match, opening.lastIndex];
    const closing = `</${name}>`;
    const end = html.indexOf(closing, start);
    if (end === -1) continue;
    opening.lastIndex = end + closing.length;
    elements.push({ tag, text: html.slice(start, end), html: html.slice(index, opening.lastIndex), index });
  }
  return elements;
}

export function listPolicyTexts(elements: readonly InlineElement[]): string[] {
  return elements.flatMap(({ tag, text }) => [
    ...(isData(tag) ? [] : [text]),
    // The browser hashes an SVG style with its references resolved.
    ...(text.includes('&lt;') || text.includes('&amp;') ? [unescapeStyle(text)] : []),
  ]);
}

export async function allowStyle(policy: string, style: string): Promise<string> {
  return policy.replace(/\bstyle-src\b[^;]*/, `$& 'sha256-${await hashOnce(style)}'`);
}

const hashes = new TextMemory<string>(300);

export async function hashOnce(text: string): Promise<string> {
  const stored = hashes.get(text);
  if (stored !== undefined) return stored;
  const hash = await hashText(text);
  hashes.set(text, hash);
  return hash;
}
