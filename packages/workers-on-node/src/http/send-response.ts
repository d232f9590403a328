import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { discardRest, isRestSmall } from './request-body.ts';

/** Sends an answer; ends quietly where the visitor leaves meanwhile, and stops the body's source. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const { req } = outgoing;
  const cookies = response.headers.getSetCookie();
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const isLast = !isRestSmall(req);
  if (isLast) headers['connection'] = 'close';
  // A body of another length than announced would be read as the next answer.
  outgoing.strictContentLength = true;
  outgoing.writeHead(response.status, headers);
  if (!response.body || req.method === 'HEAD') await response.body?.cancel();
  else {
    const source = Readable.fromWeb(response.body as never);
    outgoing.once('close', () => source.destroy());
    // Between two streams, a body of a wrong length would throw where nobody catches it, and end the process.
    await pipeline(source.iterator(), outgoing, { end: false });
  }
  if (isLast) {
    outgoing.flushHeaders();
    await discardRest(req);
  }
  outgoing.end();
  if (!isLast) void discardRest(req);
}
