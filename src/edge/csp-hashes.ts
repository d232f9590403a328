const INLINE = /<(script|style)(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g;
const HASH = / 'sha256-([\w+/=]+)'/g;

/** Astro lists the hashes of every page in each; they do not compress and allow more than the page needs. */
export async function pruneCspHashes(policy: string, html: string): Promise<string> {
  const texts = [...html.matchAll(INLINE)].map(([, , text = '']) => text);
  // The browser hashes an SVG style with its references resolved.
  const resolved = texts.map((text) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
  const pageHashes = new Set(await Promise.all([...new Set([...texts, ...resolved])].map(sha256)));
  return policy.replace(HASH, (source, hash: string) => (pageHashes.has(hash) ? source : ''));
}

export async function allowStyle(policy: string, style: string): Promise<string> {
  return policy.replace(/\bstyle-src\b[^;]*/, `$& 'sha256-${await sha256(style)}'`);
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
