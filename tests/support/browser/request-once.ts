import { request } from 'node:http';
import type { Ask } from '../faults/fault-requests.ts';

/**
 * Asks over a connection of its own: a Worker that answers before it has read a body closes the connection, which
 * another request may just be about to use.
 */
export function requestOnce(
  site: string,
  { path, init = {} }: Ask,
  extra: Record<string, string> = {},
): Promise<Response> {
  const { method = 'GET', body } = init;
  const headers = { ...(init.headers as Record<string, string> | undefined), ...extra };
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, site), { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const all = new Headers();
        for (const [name, values] of Object.entries(incoming.headersDistinct)) {
          for (const value of values ?? []) all.append(name, value);
        }
        const status = incoming.statusCode ?? 0;
        const content = [204, 304].includes(status) ? null : new Blob(chunks as BlobPart[]);
        // A status that the Response of Node refuses is one that nobody should send.
        resolve(new Response(content, { status, headers: all }));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body as string | Buffer | undefined);
  });
}
