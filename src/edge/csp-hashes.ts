import { hashText } from '../platform/http/page-parts.ts';
import { buildSpeculationRules } from '../shell/boot/speculation-rules.ts';

const INLINE = /<(script|style)(?:\s(?![^>]*\btype="application\/ld\+json")[^>]*)?>([\s\S]*?)<\/\1>/g;
const HASH = / 'sha256-([\w+/=]+)'/g;

const ADDED_BY_SCRIPT = [true, false].map(buildSpeculationRules);

/** Data needs no hash. Astro lists the hashes of every page in each; they do not compress and allow more than the page needs. */
export async function pruneCspHashes(policy: string, html: string): Promise<string> {
  const texts = [...html.matchAll(INLINE)].map(([, , text = '']) => text);
  // The browser hashes an SVG style with its references resolved.
  const resolved = texts.map((text) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
  const pageHashes = new Set(
    await Promise.all([...new Set([...texts, ...resolved, ...ADDED_BY_SCRIPT])].map(hashOnce)),
  );
  return policy.replace(HASH, (source, hash: string) => (pageHashes.has(hash) ? source : ''));
}

export async function allowStyle(policy: string, style: string): Promise<string> {
  return policy.replace(/\bstyle-src\b[^;]*/, `$& 'sha256-${await hashOnce(style)}'`);
}

const HASHES_MAX = 300;
const hashes = new Map<string, string>();

/** Pages share almost all of their inline scripts and styles. */
export async function hashOnce(text: string): Promise<string> {
  const stored = hashes.get(text);
  if (stored !== undefined) return stored;
  const hash = await hashText(text);
  if (hashes.size >= HASHES_MAX) hashes.clear();
  hashes.set(text, hash);
  return hash;
}
