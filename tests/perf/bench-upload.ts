// npm run bench:upload [-- --megabytes 1000] [--cuts 20] [--to node | s3 | workers]: a file by tus-js-client, whose line
// breaks at random moments, beside a plain PUT of the same bytes to a server that does nothing else, before it and after it. It
// compares the SHA-256 of the file that is stored, and prints how long both took.
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync, closeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Upload } from 'tus-js-client';
import { getOriginalKey, PART_BYTES } from '../../src/features/ingest/upload-rules.ts';
import { start, stop } from '../../tools/lib/processes.ts';
import { command, formatSeconds, problem } from '../../tools/lib/progress.ts';
import { makeBytes } from '../support/site/tus.ts';
import { openPlace, UPLOAD_TOKEN } from './upload-places.ts';

const MEGABYTE = 1_000_000;

async function hashParts(parts: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of parts) hash.update(bytes as Uint8Array);
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

/** A draft of a film; its number. */
async function makeTitle(url: string): Promise<number> {
  const names = { name_fa: 'فیلم آزمون', name_en: 'Film of the benchmark', year: '2026', minutes: '90' };
  const answer = await fetch(`${url}/api/v1/operator/titles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${UPLOAD_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'film-of-the-benchmark', kind: 'movie', ...names }),
  });
  if (!answer.ok) throw problem(`${String(answer.status)} ${await answer.text()}`);
  const { data } = await answer.json<{ data: { id: number } }>();
  return data.id;
}

const toRate = (bytes: number, ms: number) => `${String(Math.round(bytes / ms / 1000))} MB/s`;

await command(async () => {
  const { values } = parseArgs({
    options: {
      ...{ megabytes: { type: 'string', default: '1000' }, cuts: { type: 'string', default: '20' } },
      to: { type: 'string', default: 'node' },
    },
  });
  const [megabytes, cuts] = [Number(values.megabytes), Number(values.cuts)];
  const folder = mkdtempSync(join(process.env['TMPDIR'] ?? tmpdir(), 'bench-upload-'));
  try {
    const file = join(folder, 'film.mkv');
    makeFile(file, megabytes);
    const site = await openPlace(values.to, folder);
    const title = await makeTitle(site.url);
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
        metadata: { title: String(title), kind: 'film', filename: 'film.mkv' },
        headers: { authorization: `Bearer ${UPLOAD_TOKEN}` },
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
    await site.stop();
    const sourceHash = await hashParts(createReadStream(file, { highWaterMark: 2 ** 20 }));
    const storedHash = await hashParts(site.read(getOriginalKey(url.split('/').at(-1) ?? '')));
    if (sourceHash !== storedHash) throw problem(`The stored file differs: ${storedHash} in place of ${sourceHash}.`);
    const plainMs = (before + (await putPlainly(file, plain))) / 2;
    console.log(
      `${values.to}: ${String(megabytes)} MB, ${String(cutCount)} cuts: ${formatSeconds(totalMs)}, ${toRate(bytes, totalMs)}; ` +
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
