import type { IncomingMessage } from 'node:http';
import { S3Error, type S3Limits } from './s3-request.ts';

/** `idle`: the server's longest pause, and the time until a body that nobody reads is dropped. A reader may be slower than
 * `rate`, the server may not. */
export function streamBody(
  answer: IncomingMessage,
  length: number,
  { idle, rate }: Pick<S3Limits, 'idle' | 'rate'>,
): ReadableStream<Uint8Array> {
  const parts = (answer as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const drop = () => answer.destroy(new S3Error('a pause in a body, or all of it, above the limit'));
  let timer = setTimeout(drop, idle).unref();
  let missing = length;
  let waited = 0;
  const pull = async (stream: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    const began = performance.now();
    const left = idle + ((length - missing) / rate) * 1000 - waited;
    timer = setTimeout(drop, Math.max(1, Math.min(idle, left)));
    const part = await parts
      .next()
      .catch((cause: unknown) => {
        throw cause instanceof S3Error ? cause : new S3Error('a body that breaks off');
      })
      .finally(() => clearTimeout(timer));
    waited += performance.now() - began;
    const size = part.done === true ? 0 : part.value.byteLength;
    missing -= size;
    if (missing < 0 || (part.done === true && missing > 0)) throw new S3Error('a body of another size than announced');
    if (part.done === true) stream.close();
    else stream.enqueue(part.value);
  };
  const cancel = () => {
    clearTimeout(timer);
    answer.destroy();
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}
