/** An inline script or style, and what is between its tags. */
const INLINE = /<(script|style)(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g;
const HASH = / 'sha256-([\w+/=]+)'/g;

/**
 * A content security policy without the hashes that this page has no script or style for. The framework names those of
 * every page in each; they cannot be compressed, stand in front of all else, and allow what is not needed.
 * @param policy the header's value @param html the whole page
 */
export async function onlyOwnHashes(policy: string, html: string): Promise<string> {
  const texts = [...html.matchAll(INLINE)].map(([, , text = '']) => text);
  const own = new Set(await Promise.all(texts.map(sha256)));
  return policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : ''));
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
