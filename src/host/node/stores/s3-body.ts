import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-request.ts';

/** `idle` in milliseconds: the server's longest pause, and the time until a body that nobody reads is dropped. */
export function streamBody(answer: IncomingMessage, length: number, idle: number): ReadableStream<Uint8Array> {
  const parts = (answer as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const drop = () => answer.destroy(new S3Error('a pause in a body above the limit'));
  let timer = setTimeout(drop, idle).unref();
  let missing = length;
  const pull = async (stream: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    timer = setTimeout(drop, idle);
    const part = await parts
      .next()
      .catch((cause: unknown) => {
        throw cause instanceof S3Error ? cause : new S3Error('a body that breaks off');
      })
      .finally(() => clearTimeout(timer));
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
