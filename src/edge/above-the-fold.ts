/**
 * A page's body with its first `bytes` in a part of their own that leaves ahead of the rest: a browser on a slow
 * network lays out and paints the first screen while the rest arrives. With 0 the body stays as it is.
 */
export function flushAboveTheFold(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  if (bytes === 0) return body;
  let left = bytes;
  const split = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, out) {
      if (chunk.byteLength <= left) {
        left -= chunk.byteLength;
        out.enqueue(chunk);
        return;
      }
      if (left > 0) {
        out.enqueue(chunk.subarray(0, left));
        // Written together they would leave together.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      out.enqueue(chunk.subarray(left));
      left = 0;
    },
  });
  return body.pipeThrough(split);
}
