import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a telephone's program at `now` (epoch seconds): RFC 4226 and 6238 with SHA-1, six digits, 30 seconds. */
export function readAuthenticator(secret: string, now: number): string {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(now / 30)));
  const digest = new DataView(Uint8Array.from(createHmac('sha1', key).update(counter).digest()).buffer);
  const offset = digest.getUint8(digest.byteLength - 1) & 15;
  return String((digest.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
