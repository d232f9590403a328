import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { forgeCertificate } from './attestation-certificate.ts';
import { base64Url } from '../../src/platform/media/signing.ts';

/** Flags of authenticator data: user present, user verified, attested credential data (WebAuthn, level 3, 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const utf8 = new TextEncoder();
const hash = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const join = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

type Cbor = number | string | Uint8Array | readonly Cbor[] | Map<number | string, Cbor>;

/** CBOR of what an attestation has (RFC 8949): numbers below 2^16, texts, bytes, lists and maps. */
function encode(value: Cbor): Uint8Array {
  const head = (major: number, count: number) => {
    if (count < 24) return [(major << 5) | count];
    return count < 256 ? [(major << 5) | 24, count] : [(major << 5) | 25, count >> 8, count & 255];
  };
  if (typeof value === 'number') return join(value < 0 ? head(1, -1 - value) : head(0, value));
  if (typeof value === 'string') return join(head(3, utf8.encode(value).length), utf8.encode(value));
  if (value instanceof Uint8Array) return join(head(2, value.length), value);
  if (!(value instanceof Map)) return join(head(4, value.length), ...value.map(encode));
  return join(head(5, value.size), ...[...value].flatMap(([key, item]) => [encode(key), encode(item)]));
}

/** A right signature by the key of a certificate that was made for it. */
function forgeStatement(data: Uint8Array): [string, Cbor][] {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return [
    ['alg', -7],
    ['sig', new Uint8Array(sign('sha256', data, privateKey))],
    ['x5c', [new Uint8Array(forgeCertificate(privateKey, 'http://revoked.example/list'))]],
  ];
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
  readonly #idBytes = new Uint8Array(randomBytes(32));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
    this.id = base64Url(this.#idBytes);
  }

  create({ challenge, rp_id: rpId }: Asking, { format = 'none', hasChain = false } = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinates = [x, y].map((text) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)),
    );
    const key = new Map<number | string, Cbor>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      ...coordinates.map((bytes, at) => [-2 - at, bytes] as const),
    ]);
    const data = join(
      this.#describe(rpId, ATTESTED),
      new Uint8Array(16),
      [0, this.#idBytes.length],
      this.#idBytes,
      encode(key),
    );
    const where = this.#sayWhere('webauthn.create', challenge);
    const attestation = new Map<number | string, Cbor>([
      ['fmt', format],
      ['attStmt', new Map(hasChain ? forgeStatement(join(data, hash(where))) : [])],
      ['authData', data],
    ]);
    return {
      id: this.id,
      client_data: base64Url(where),
      attestation: base64Url(encode(attestation)),
      transports: ['internal', 'of tomorrow'],
    };
  }

  use({ challenge, rp_id: rpId }: Asking) {
    const where = this.#sayWhere('webauthn.get', challenge);
    const data = this.#describe(rpId, 0);
    const signature = new Uint8Array(sign('sha256', join(data, hash(where)), this.#keys.privateKey));
    const parts = {
      client_data: base64Url(where),
      authenticator_data: base64Url(data),
      signature: base64Url(signature),
    };
    return { id: this.id, ...parts };
  }

  #sayWhere(type: string, challenge: string): Uint8Array {
    return utf8.encode(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #describe(rpId: string, more: number): Uint8Array {
    const flags = PRESENT | (this.isVerified ? VERIFIED : 0) | more;
    const counter = [24, 16, 8, 0].map((shift) => (this.counter >> shift) & 255);
    return join(hash(utf8.encode(rpId)), [flags], counter);
  }
}
