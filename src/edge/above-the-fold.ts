/** The part above the fold leaves before the rest, so that a browser paints it first. */
export function sendAboveFirst(above: readonly Uint8Array[], rest: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start(out) {
        for (const chunk of above) out.enqueue(chunk);
        if (rest.byteLength === 0) out.close();
      },
      async pull(out) {
        // Chunks of the same task leave together.
        await new Promise((resolve) => setTimeout(resolve, 1));
        out.enqueue(rest);
        out.close();
      },
    },
    { highWaterMark: 0 },
  );
}
