// @module-tag full
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { bundleWorker } from '../../../tools/lib/own-worker.ts';
import { getLivePlay } from '../../../src/features/live/contract.ts';
import { migrationStatements } from '../../support/database/migration-statements.ts';
import { buildInsertText } from '../../support/database/rows.ts';

const SOURCE = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n#EXTINF:4,\nc.ts\n';
const ROUNDS = 4;
const VIEWERS = 24;

let worker: Awaited<ReturnType<Awaited<ReturnType<typeof bundleWorker>>>>;
let source: Server;
/** Held back until the viewers wait for it. */
let release = Promise.withResolvers<undefined>();
/** The Worker has let go of the first request to the source. */
let gone = Promise.withResolvers<undefined>();
let requestCount = 0;
beforeAll(async () => {
  source = createServer((request, response) => {
    requestCount += 1;
    request.socket.once('close', () => gone.resolve(undefined));
    void release.promise.then(() => response.end(SOURCE));
  });
  await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
  const origin = `127.0.0.1:${String((source.address() as AddressInfo).port)}`;
  worker = await (
    await bundleWorker('tests/support/workers/rooms.wrangler.toml')
  )({
    STREAM_PLAIN_HOSTS: origin,
  });
  const channels = Array.from({ length: ROUNDS }, (_, at) => {
    const stream_url = `http://${origin}/${String(at)}.m3u8`;
    return buildInsertText('channels', { id: at + 1, slug: `c${String(at)}`, access: 'free', stream_url });
  });
  const statements = [...migrationStatements(), ...channels];
  await fetch(`${worker.origin}/prepare`, { method: 'POST', body: JSON.stringify(statements) });
});
afterAll(async () => {
  release.resolve(undefined);
  await worker.stop();
  source.closeAllConnections();
  source.close();
});

/** In workerd a promise is of the request that made it: another one that waits for it hangs when that request ends. */
test.each(Array.from({ length: ROUNDS }, (_, at) => at + 1))(
  'a viewer who leaves while the source is asked takes nobody along (%i)',
  async (channel) => {
    release = Promise.withResolvers();
    gone = Promise.withResolvers();
    requestCount = 0;
    const play = await fetch(`${worker.origin}/api/v1/channels/${String(channel)}/play`);
    const { manifest_url } = v.parse(getLivePlay.output, await play.json()).data;
    const first = fetch(manifest_url, { headers: { 'x-leave': '1' } });
    while (requestCount === 0) await new Promise(setImmediate);
    const viewers = Array.from({ length: VIEWERS }, () => fetch(manifest_url));
    await Promise.all([first, gone.promise]);
    release.resolve(undefined);
    const answers = await Promise.all(viewers);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: VIEWERS }, () => 200));
    expect(requestCount).toBeLessThan(VIEWERS / 2);
  },
);
