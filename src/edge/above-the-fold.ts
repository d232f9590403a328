export function flushAboveTheFold(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  if (bytes === 0) return body;
  let remaining = bytes;
  const split = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, out) {
      if (chunk.byteLength <= remaining) {
        remaining -= chunk.byteLength;
        out.enqueue(chunk);
        return;
      }
      if (remaining > 0) {
        out.enqueue(chunk.subarray(0, remaining));
        // Chunks of the same task leave together.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      out.enqueue(chunk.subarray(remaining));
      remaining = 0;
    },
  });
  return body.pipeThrough(split);
}
