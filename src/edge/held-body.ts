type Bytes = Uint8Array<ArrayBuffer>;

const texts = new WeakMap<ReadableStream<Uint8Array>, readonly string[]>();
const wholes = new WeakMap<ReadableStream<Uint8Array>, () => Bytes>();

/** A body of this text, in pieces, which is encoded only where somebody reads it (patches/astro-page-text.ts). */
export function holdText(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(out) {
        out.enqueue(new TextEncoder().encode(pieces.join('')));
        out.close();
      },
    },
    { highWaterMark: 0 },
  );
  texts.set(body, pieces);
  return body;
}

export function getHeldText({ body }: Response): readonly string[] | null {
  return (body && texts.get(body)) ?? null;
}

/** The body remembers its bytes, for a host that sends them without reading it. */
export function holdBytes(body: ReadableStream<Uint8Array>, join: () => Bytes): ReadableStream<Uint8Array> {
  wholes.set(body, join);
  return body;
}

export function getHeldBytes({ body, bodyUsed }: Response): Bytes | null {
  return (!bodyUsed && body && wholes.get(body)?.()) || null;
}
