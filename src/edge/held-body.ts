import { createHash } from 'node:crypto';

type Bytes = Uint8Array<ArrayBuffer>;

const TEXT = Symbol('text');
const BYTES = Symbol('bytes');
const DIGEST = Symbol('sha256');
type HeldBody = ReadableStream<Uint8Array> & { [TEXT]?: readonly string[]; [BYTES]?: () => Bytes };

/** A body of this text, in pieces, which is encoded only where somebody reads it (patches/astro-page-text.ts). */
export function holdText(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const body: HeldBody = new ReadableStream<Uint8Array>(
    {
      pull(out) {
        out.enqueue(new TextEncoder().encode(pieces.join('')));
        out.close();
      },
    },
    { highWaterMark: 0 },
  );
  body[TEXT] = pieces;
  return body;
}

export function getHeldText({ body }: Response): readonly string[] | null {
  return (body as HeldBody | null)?.[TEXT] ?? null;
}

/** The body remembers its bytes, for a host that sends them without reading it. */
export function holdBytes(body: ReadableStream<Uint8Array>, join: () => Bytes): ReadableStream<Uint8Array> {
  (body as HeldBody)[BYTES] = join;
  return body;
}

/** A body of these bytes. A Response of the bytes themselves would copy them. */
export function holdWhole(bytes: Bytes): ReadableStream<Uint8Array> {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(out) {
        out.enqueue(bytes);
        out.close();
      },
    },
    { highWaterMark: 0 },
  );
  return holdBytes(body, () => bytes);
}

export function getHeldBytes({ body, bodyUsed }: Response): Bytes | null {
  const join = (body as HeldBody | null)?.[BYTES];
  return join && !bodyUsed ? join() : null;
}

/** The SHA-256 of bytes that nobody changes any more, made once. `crypto.subtle` would copy them for a thread of its own. */
export function digestHeld(bytes: Uint8Array & { [DIGEST]?: Buffer }): Buffer {
  return (bytes[DIGEST] ??= createHash('sha256').update(bytes).digest());
}
