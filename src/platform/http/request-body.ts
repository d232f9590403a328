import { BODY_MAX_BYTES } from '../config/constants.ts';
import { readBytesAtMost } from './parse.ts';

/**
 * The same request with its body read whole; null where it is more than any form or call of ours may send. A server
 * closes the connection of a request whose body nobody has read, and with it what the browser asks next on it.
 */
export async function readWholeRequest(request: Request): Promise<Request | null> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return request;
  if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX_BYTES) return null;
  const body = await readBytesAtMost(request, BODY_MAX_BYTES);
  return body && new Request(request, { body: await body.arrayBuffer() });
}
