// npm run bench:upload [-- --megabytes 1000] [--cuts 20]: a file to the Node host by tus-js-client, whose line breaks at
// random moments, beside a plain PUT of the same bytes to a server that does nothing else, before it and after it. It
// compares the SHA-256 of the file that is stored, and prints how long both took.
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync, closeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Upload } from 'tus-js-client';
import { PART_BYTES } from '../../src/features/ingest/upload-rules.ts';
import { openBindings } from '../../src/host/node/open-bindings.ts';
import { start, stop } from '../../tools/lib/processes.ts';
import { command, formatSeconds, problem } from '../../tools/lib/progress.ts';
import { migrate } from '../../tools/seed/migrate.ts';
import { prepareRow } from '../support/database/rows.ts';
import { startNodeSite, writeBuild } from '../support/site/node-site.ts';
import { makeBytes } from '../support/site/tus.ts';

const MEGABYTE = 1_000_000;
const TOKEN = 'u'.repeat(40);

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}

function makeFile(file: string, megabytes: number): void {
  const handle = openSync(file, 'w');
  for (let at = 0; at < megabytes; at += 1) writeSync(handle, makeBytes(MEGABYTE, at + 1));
  closeSync(handle);
}

/** Writes each body into its file, by streams alone. */
const PLAIN = `require('node:http').createServer((request, answer) =>
  require('node:stream').pipeline(request, require('node:fs').createWriteStream(process.argv[1]), (error) =>
    answer.writeHead(error ? 500 : 204).end())).listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;

/** Milliseconds of one PUT of a file. */
async function putPlainly(file: string, target: string): Promise<number> {
  const port = Promise.withResolvers<string>();
  const server = start('node', ['-e', PLAIN, target], { onOutput: (text) => port.resolve(text.trim()) });
  try {
    const url = `http://127.0.0.1:${await port.promise}/`;
    const body = Readable.toWeb(createReadStream(file, { highWaterMark: 2 ** 20 })) as ReadableStream;
    const started = Date.now();
    const { status } = await fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit);
    if (status !== 204) throw problem(`The plain server answers ${String(status)}.`);
    return Date.now() - started;
  } finally {
    await stop(server);
    rmSync(target, { force: true });
  }
}

const toRate = (bytes: number, ms: number) => `${String(Math.round(bytes / ms / 1000))} MB/s`;

await command(async () => {
  const { values } = parseArgs({
    options: { megabytes: { type: 'string', default: '1000' }, cuts: { type: 'string', default: '20' } },
  });
  const [megabytes, cuts] = [Number(values.megabytes), Number(values.cuts)];
  const folder = mkdtempSync(join(process.env['TMPDIR'] ?? tmpdir(), 'bench-upload-'));
  try {
    const file = join(folder, 'film.mkv');
    makeFile(file, megabytes);
    writeBuild(join(folder, 'build'));
    const { stores, close } = openBindings(join(folder, 'data'));
    await migrate(stores.DB);
    await stores.DB.batch([prepareRow(stores.DB, 'titles', { id: 10 })]);
    await close();
    const site = await startNodeSite(join(folder, 'build'), join(folder, 'data'), {
      OPERATOR_TOKEN: `bench/editor:${TOKEN}`,
    });
    const bytes = statSync(file).size;
    const plain = join(folder, 'plain');
    const before = await putPlainly(file, plain);
    const [started, points] = [
      Date.now(),
      Array.from({ length: cuts }, () => Math.random() * bytes).sort((a, b) => a - b),
    ];
    let [cutCount, lastPartAt] = [0, 0];
    const url = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(createReadStream(file) as never, {
        ...{ endpoint: `${site.url}/api/v1/operator/uploads`, uploadSize: bytes, chunkSize: PART_BYTES },
        retryDelays: [0, 100, 500, 1000, 1000, 1000],
        metadata: { title: '10', kind: 'film', filename: 'film.mkv' },
        headers: { authorization: `Bearer ${TOKEN}` },
        onBeforeRequest: (request) => {
          if (Number(request.getHeader('Upload-Offset') ?? 0) + PART_BYTES >= bytes) lastPartAt = Date.now();
        },
        onProgress: (count) => {
          if (count < (points[cutCount] ?? Infinity)) return;
          cutCount += 1;
          // The socket is destroyed in the middle of a part.
          void upload
            .abort()
            .then(() => wait(20))
            .then(() => {
              upload.start();
            });
        },
        onError: reject,
        onSuccess: () => {
          resolve(upload.url ?? '');
        },
      });
      upload.start();
    });
    const [totalMs, joinMs] = [Date.now() - started, Date.now() - lastPartAt];
    const target = join(folder, 'data/media/originals', url.split('/').at(-1) ?? '');
    const [sourceHash, storedHash] = await Promise.all([hashFile(file), hashFile(target)]);
    site.kill('SIGTERM');
    await site.ended;
    if (sourceHash !== storedHash) throw problem(`The stored file differs: ${storedHash} in place of ${sourceHash}.`);
    const plainMs = (before + (await putPlainly(file, plain))) / 2;
    console.log(
      `${String(megabytes)} MB, ${String(cutCount)} cuts: ${formatSeconds(totalMs)}, ${toRate(bytes, totalMs)}; ` +
        `a plain PUT: ${formatSeconds(plainMs)}, ${toRate(bytes, plainMs)}; ratio ${(totalMs / plainMs).toFixed(1)}`,
    );
    console.log(
      `The last part, with which all are joined: ${formatSeconds(joinMs)}. SHA-256 ${storedHash.slice(0, 16)} on both sides.`,
    );
    console.log(`Load ${loadavg()[0]?.toFixed(1) ?? ''}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
