import { createPublicKey, sign, type KeyObject } from 'node:crypto';
import { joinBytes } from './media/join-bytes.ts';

/** DER (X.690): lengths below 2^16. */
function encode(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = joinBytes(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return joinBytes([Uint8Array.from([tag, ...size]), content]);
}

const SEQUENCE = 0x30;
const toBytes = (ascii: string) => new TextEncoder().encode(ascii);
const sequence = (...parts: readonly Uint8Array[]) => encode(SEQUENCE, ...parts);
const identifier = (hex: string) =>
  encode(
    0x06,
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  );
const text = (value: string) => encode(0x13, toBytes(value));
const integer = (value: number) => encode(0x02, Uint8Array.from([value]));
const time = (value: string) => encode(0x17, toBytes(value));
const attribute = (type: string, value: string) => encode(0x31, sequence(identifier(type), text(value)));
const extension = (type: string, value: Uint8Array) => sequence(identifier(type), encode(0x04, value));

/** ecdsa-with-SHA256 */
const ALGORITHM = sequence(identifier('2a8648ce3d040302'));
/** As WebAuthn wants it of a certificate of `packed` (level 3, 8.2.1). */
const SUBJECT = sequence(
  attribute('550406', 'IR'),
  attribute('55040a', 'Forger'),
  attribute('55040b', 'Authenticator Attestation'),
  attribute('550403', 'Forged'),
);

/** A certificate that anybody can make for themselves; it names a list of revoked ones at `revocations`. */
export function forgeCertificate(key: KeyObject, revocations: string): Uint8Array {
  const address = encode(0x86, toBytes(revocations));
  const lists = sequence(sequence(encode(0xa0, encode(0xa0, address))));
  const body = sequence(
    encode(0xa0, integer(2)),
    integer(7),
    ALGORITHM,
    SUBJECT,
    sequence(time('200101000000Z'), time('491231235959Z')),
    SUBJECT,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    encode(0xa3, sequence(extension('551d13', sequence()), extension('551d1f', lists))),
  );
  const signature = sign('sha256', body, key);
  return sequence(body, ALGORITHM, encode(0x03, Uint8Array.from([0]), signature));
}
