import type { IncomingMessage } from 'node:http';

/** An unread rest up to this size is read and dropped after the answer; a larger one ends the connection. */
const MAX_DISCARDED_BYTES = 1024 * 1024;
/** A client that still sends reads the answer meanwhile: closing at once would reset its connection (RFC 9112, 9.6). */
const LINGER_MS = 2000;
const QUEUE = { highWaterMark: 64 * 1024, size: (chunk?: Uint8Array) => chunk?.byteLength ?? 0 };

/** The body as a stream. Unlike Node's own conversion, cancelling it leaves the connection open: the answer is yet to come. */
export function openBody(message: IncomingMessage): ReadableStream<Uint8Array> {
  let isOver = false;
  const finish = (work: () => void) => {
    if (!isOver) work();
    isOver = true;
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      message.on('data', (chunk: Buffer) => {
        if (isOver) return;
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      });
      message.pause();
      message.once('end', () => finish(() => controller.close()));
      message.once('error', (error) => finish(() => controller.error(error)));
      message.once('close', () => finish(() => controller.error(new Error('the client left within its body'))));
    },
    pull: () => void message.resume(),
    cancel: () => finish(() => message.pause()),
  };
  return new ReadableStream(source, QUEUE);
}

/** True if the connection can take another request after this one's rest is discarded. */
export function isRestSmall(message: IncomingMessage): boolean {
  if (message.readableEnded || message.complete) return true;
  const length = message.headers['content-length'];
  return length !== undefined && Number(length) <= MAX_DISCARDED_BYTES;
}

/** An unread rest would hold up the next request. Ends after MAX_DISCARDED_BYTES or LINGER_MS. */
export async function discardRest(message: IncomingMessage): Promise<void> {
  const isUntouched = message.readableFlowing === null;
  // Node drops a body that nobody has touched.
  if (message.readableEnded || message.destroyed || (message.complete && isUntouched)) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), LINGER_MS);
  let bytes = 0;
  // A stream of openBody would pause the message as soon as it is full.
  message.removeAllListeners('data').on('data', ({ byteLength }: Buffer) => {
    bytes += byteLength;
    if (bytes > MAX_DISCARDED_BYTES) resolve(undefined);
  });
  for (const event of ['end', 'close']) message.once(event, () => resolve(undefined));
  message.resume();
  await promise;
  clearTimeout(timer);
}
