import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data: user present, user verified, attested credential data (WebAuthn, level 3, 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest();
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** CBOR of what an attestation has (RFC 8949): numbers below 2^16, texts, bytes and maps. */
function encode(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number) => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    return count < 256
      ? Buffer.from([(major << 5) | 24, count])
      : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, item]) => [encode(key), encode(item as string)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

interface Asking {
  challenge: string;
  rp_id: string;
}

/** A telephone with one passkey, as the document of WebAuthn has it; `counter` and `isVerified` are the test's to change. */
export class Passkey {
  readonly id: string;
  counter = 0;
  isVerified = true;
  readonly #idBytes = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
    this.id = toText(this.#idBytes);
  }

  create({ challenge, rp_id: rpId }: Asking) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinates = [x, y].map((text) => Buffer.from(text, 'base64url'));
    const key = new Map<number, unknown>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      ...coordinates.map((bytes, at) => [-2 - at, bytes] as const),
    ]);
    const length = Buffer.from([0, this.#idBytes.length]);
    const data = [this.#describe(rpId, ATTESTED), Buffer.alloc(16), length, this.#idBytes, encode(key)];
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat(data)],
    ]);
    return {
      id: this.id,
      client_data: toText(this.#sayWhere('webauthn.create', challenge)),
      attestation: toText(encode(attestation)),
      transports: ['internal', 'of tomorrow'],
    };
  }

  use({ challenge, rp_id: rpId }: Asking) {
    const where = this.#sayWhere('webauthn.get', challenge);
    const data = this.#describe(rpId, 0);
    const signature = sign('sha256', Buffer.concat([data, hash(where)]), this.#keys.privateKey);
    const parts = { client_data: toText(where), authenticator_data: toText(data), signature: toText(signature) };
    return { id: this.id, ...parts };
  }

  #sayWhere(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #describe(rpId: string, more: number): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(PRESENT | (this.isVerified ? VERIFIED : 0) | more);
    tail.writeUInt32BE(this.counter, 1);
    return Buffer.concat([hash(rpId), tail]);
  }
}
