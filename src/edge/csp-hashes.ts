/** An inline script or style, and what is between its tags. */
const INLINE = /<(script|style)(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g;
const HASH = / 'sha256-([\w+/=]+)'/g;

/**
 * A content security policy without the hashes that this page has no script or style for. The framework names those of
 * every page in each; they cannot be compressed, stand in front of all else, and allow what is not needed.
 * @param policy the header's value @param html the whole page @param style of it, what the framework does not know
 */
export async function pruneCspHashes(policy: string, html: string, style: string | null = null): Promise<string> {
  const texts = [...html.matchAll(INLINE)].map(([, , text = '']) => text);
  // A style in an SVG has its signs as references; the browser takes the hash of what they stand for.
  const read = texts.map((text) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
  const own = new Set(await Promise.all([...new Set([...texts, ...read])].map(sha256)));
  const left = policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : ''));
  return style === null ? left : left.replace(/\bstyle-src\b[^;]*/, `$& 'sha256-${await sha256(style)}'`);
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
