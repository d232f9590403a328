import { foldCode } from '../../platform/text/digits.ts';

/** Without 0, O, 1 and I, which look alike on paper. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const BITS = 5;
/** 95 bits. */
const RANDOM_LENGTH = 19;
const GROUP = /.{4}/g;
const CODE = new RegExp(`^[${LETTERS}]{${String(RANDOM_LENGTH + 1)}}$`);
const TAIL_LENGTH = 4;

/** From at least 12 random bytes, with the check character. */
export function buildGiftCode(bytes: Uint8Array): string {
  let code = '';
  let [rest, size] = [0, 0];
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (size += 8; size >= BITS; size -= BITS) code += LETTERS.charAt((rest >> (size - BITS)) & 31);
    rest &= (1 << size) - 1;
  }
  const random = code.slice(0, RANDOM_LENGTH);
  return random + LETTERS.charAt((LETTERS.length - sum(`${random}2`)) % LETTERS.length);
}

/** A code as somebody typed or pasted it: any case, digits of any script, spaces, dashes, marks of direction. */
export function readGiftCode(text: string): string | null {
  const code = foldCode(text).replace(/[^\p{L}\p{N}]/gu, '');
  return CODE.test(code) && sum(code) === 0 ? code : null;
}

export function formatGiftCode(code: string): string {
  return code.match(GROUP)?.join('-') ?? code;
}

export function getGiftTail(code: string): string {
  return code.slice(-TAIL_LENGTH);
}

/** Luhn's sum modulo 32: a wrong character, or two neighbours in the wrong order, change it. */
function sum(code: string): number {
  const size = LETTERS.length;
  let total = 0;
  for (let at = 0; at < code.length; at += 1) {
    const value = LETTERS.indexOf(code.charAt(code.length - 1 - at)) * (1 + (at % 2));
    total += Math.floor(value / size) + (value % size);
  }
  return total % size;
}
