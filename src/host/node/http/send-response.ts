import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sends an answer; ends quietly where the visitor leaves meanwhile, and stops the body's source. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const cookies = response.headers.getSetCookie();
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  // A body of another length than announced would be read as the next answer.
  outgoing.strictContentLength = true;
  outgoing.writeHead(response.status, headers);
  if (!response.body || outgoing.req.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  const source = Readable.fromWeb(response.body as never);
  outgoing.once('close', () => source.destroy());
  // Between two streams, a body of a wrong length would throw where nobody catches it, and end the process.
  await pipeline(source.iterator(), outgoing);
}
