/** A number from 0 up to 1 that depends only on the text (FNV-1a): what is random in the demo is the same everywhere. */
export function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) / 4_294_967_296;
}
