import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

const message = v.object({
  site: v.string(),
  text: v.string(),
  alarms: v.array(v.object({ id: v.number(), key: v.string(), kind: v.string() })),
});

/** `lost`: it took the message, and the connection breaks before its answer. `slow`: it never answers. `redirect`: to an address that must not be asked. */
export type WebhookBehaviour = 'ok' | 'lost' | 'slow' | 'error' | 'redirect';

/** The operator's receiver of alarms, over real HTTP. */
export async function fakeWebhook() {
  let behaviour: WebhookBehaviour = 'ok';
  let followed = 0;
  const received: (v.InferOutput<typeof message> & { body: string; signature: string | null })[] = [];
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      if (incoming.url === '/elsewhere') followed += 1;
      const signature = incoming.headers['x-pardeh-signature'];
      const parsed = v.parse(message, JSON.parse(body));
      received.push({ ...parsed, body, signature: typeof signature === 'string' ? signature : null });
      if (behaviour === 'lost') incoming.socket.destroy();
      else if (behaviour === 'redirect') outgoing.writeHead(307, { location: '/elsewhere' }).end();
      else if (behaviour !== 'slow') outgoing.writeHead(behaviour === 'ok' ? 200 : 500).end('answer');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received,
    followed: () => followed,
    behave: (next: WebhookBehaviour) => {
      behaviour = next;
    },
    reset: () => {
      received.length = 0;
      behaviour = 'ok';
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
