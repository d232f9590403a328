const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 20;

/** 103 bits: short enough for a bank's order number, too many to guess. */
export function randomId(): string {
  let id = '';
  while (id.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      // Modulo bias: bytes past the last whole range are dropped.
      if (byte < 252 && id.length < LENGTH) id += LETTERS.charAt(byte % LETTERS.length);
    }
  }
  return id;
}
