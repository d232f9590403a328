import { BODY_MAX_BYTES } from '../../config/constants.ts';
import { readBytesAtMost } from '../calls/parse.ts';

/**
 * Reads the body; null above BODY_MAX_BYTES. A server closes the connection of a request whose body was not read. A
 * file (`isUpload`) is read by its call, which knows by then who sends it.
 */
export async function readWholeRequest(request: Request, isUpload: boolean): Promise<Request | null> {
  if (isUpload) return request;
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return request;
  if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX_BYTES) return null;
  const body = await readBytesAtMost(request, BODY_MAX_BYTES);
  return body && new Request(request, { body: await body.arrayBuffer() });
}
