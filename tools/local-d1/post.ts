import { request, type IncomingMessage } from 'node:http';

/** A connection of its own: workerd may close one that is kept just while a request is sent on it. */
export function post(
  origin: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(origin, { agent: false, method: 'POST', headers }, resolve).on('error', reject).end(body);
  });
}
