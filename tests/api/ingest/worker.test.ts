// @module-tag full
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishTitle, publishTitles } from '../../../src/features/catalogue/contract.ts';
import { runPublications } from '../../../src/features/catalogue/server/publish-due.ts';
import { finishJob, takeJob } from '../../../src/features/ingest/server/queue.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { openBindings, type Bindings } from '../../../src/host/node/open-bindings.ts';
import { readVars } from '../../../src/host/node/run/settings.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import { start, type Started } from '../../../tools/lib/processes.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { prepareRow } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { makeFilm } from '../../support/media/flash-and-beep.ts';
import { openMoney } from '../../support/money/money.ts';
import { CONTEXT } from '../../support/site/execution-context.ts';
import { startNodeSite, writeBuild } from '../../support/site/node-site.ts';
import { openTus } from '../../support/site/tus.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();
const KILLS = 20;
let site: Bindings;

beforeAll(async () => {
  mkdirSync(inFolder('data'), { recursive: true });
  site = openBindings(inFolder('data'));
  await migrate(site.stores.DB);
  await site.stores.DB.batch(
    [1, 2, 3, 4].map((id) => prepareRow(site.stores.DB, 'titles', { id, name_en: `Film ${String(id)}` })),
  );
});
afterAll(() => site.close());

const first = (sql: string) => site.stores.DB.prepare(sql).first();
const makeLeaseEnd = () => site.stores.DB.prepare('UPDATE ingest_jobs SET lease_until = 0').run();

function startWorker(args: readonly string[] = [], env: Record<string, string> = {}): Started & { read: () => string } {
  let output = '';
  const started = start(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      resolve('scripts/ingest-worker.ts'),
      '--data',
      inFolder('data'),
      '--once',
      ...args,
    ],
    { env: { INGEST_DIR: inFolder('work'), ...env }, onOutput: (text) => (output += text) },
  );
  return { ...started, read: () => output };
}

function stopAtOnce({ child }: Started): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** A film of the queue, as the last part of its upload leaves it. */
async function queue(title: number, file: string | Uint8Array, kind = 'film') {
  const bytes = typeof file === 'string' ? readFileSync(file) : file;
  const id = `upload-${String(title)}-${kind}`;
  await site.stores.MEDIA.put(`originals/${id}`, bytes);
  await site.stores.DB.batch([
    prepareRow(site.stores.DB, 'ingest_jobs', {
      ...{ upload_id: id, title_id: title, kind, name: '../فیلم.mkv', bytes: bytes.byteLength },
      operator: 'editor',
    }),
  ]);
}

test(`a worker that is killed at ${String(KILLS)} moments leaves a job that another one ends`, async () => {
  const film = makeFilm(inFolder('film.mkv'), { seconds: 60, size: '640x360' });
  await queue(1, film);
  let random = 11;
  let output = '';
  let kills = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const worker = startWorker();
    const isOver = worker.ended.then(() => true);
    // Every second one dies at its work, the others at any moment since their start.
    while (kill % 2 === 1 && !worker.read().includes('«') && !(await Promise.race([isOver, wait(20, false)])));
    random = (random * 48_271) % 2_147_483_647;
    await Promise.race([isOver, wait(random % (kill % 2 === 1 ? 800 : 3000))]);
    stopAtOnce(worker);
    await worker.ended;
    output += worker.read();
    if (await first("SELECT 1 FROM ingest_jobs WHERE title_id = 1 AND state = 'working'")) kills += 1;
    await makeLeaseEnd();
    // A test is faster than the queue's patience with a film that kills its workers.
    await site.stores.DB.prepare('UPDATE ingest_jobs SET tries = 0').run();
  }
  expect(kills, output).toBeGreaterThan(KILLS / 4);
  const last = startWorker();
  await last.ended;
  const job = await first('SELECT state, code, detail, report FROM ingest_jobs WHERE title_id = 1');
  expect(job, output + last.read()).toMatchObject({ state: 'done', code: null });
  expect(JSON.parse(String(job?.['report']))).toMatchObject({ width: 640, height: 360, chapters: 0 });
  const title = await first('SELECT media FROM all_titles WHERE id = 1');
  expect(title?.['media']).toMatch(/^movie-1-/);
  const listed = await site.stores.MEDIA.list({ prefix: `video/${String(title?.['media'])}/` });
  expect(listed.objects.some(({ key }) => key.endsWith('/master.m3u8'))).toBe(true);
  expect(await first('SELECT count(*) AS n FROM downloads WHERE title_id = 1')).toMatchObject({ n: 2 });
});

test('a file that is no film fails with a code, and its words name the file as the desk does', async () => {
  await queue(2, new TextEncoder().encode('no film'));
  const worker = startWorker();
  await worker.ended;
  const job = await first('SELECT state, code, detail FROM ingest_jobs WHERE title_id = 2');
  expect(job, worker.read()).toMatchObject({ state: 'failed', code: 'not_video' });
  expect(job?.['detail']).toBe('../فیلم.mkv is not a video: ffprobe cannot read it.');
  expect(await first('SELECT media FROM all_titles WHERE id = 2')).toEqual({ media: null });
});

test('a trailer that is too long, has no picture, or is a picture alone is refused', async () => {
  const run = async (id: string, args: readonly string[]) => {
    const file = inFolder(id);
    execFileSync('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', ...args, file]);
    await site.stores.DB.prepare('DELETE FROM ingest_jobs WHERE title_id = 2').run();
    await queue(2, file, 'trailer');
    const worker = startWorker();
    await worker.ended;
    return (await first('SELECT code, detail FROM ingest_jobs WHERE title_id = 2')) ?? {};
  };
  const tooLong = await run('long.mp4', ['color=size=64x64:rate=1:duration=603', '-c:v', 'libx264']);
  expect(tooLong).toEqual({
    code: 'too_long',
    detail: '../فیلم.mkv is too long for a trailer: 10 min 03 s, at most 10 min 00 s.',
  });
  expect(await run('sound.wav', ['sine=duration=2'])).toMatchObject({ code: 'not_video' });
  expect(await run('still.png', ['color=size=64x64', '-frames:v', '1'])).toMatchObject({ code: 'damaged' });
  expect(await first('SELECT trailer FROM all_titles WHERE id = 2')).toEqual({ trailer: null });
});

test('a job that is cancelled, or another worker’s by now, publishes nothing', async () => {
  await queue(3, makeFilm(inFolder('long.mkv'), { seconds: 60, size: '320x180' }));
  const worker = startWorker();
  await eventually(async () => {
    expect(await first('SELECT state FROM ingest_jobs WHERE title_id = 3')).toEqual({ state: 'working' });
  });
  await site.stores.DB.prepare('UPDATE ingest_jobs SET lease_until = 0 WHERE title_id = 3').run();
  const context = { db: openDatabase(site.stores.DB), now: Math.floor(Date.now() / 1000) };
  const job = await takeJob(context, 'another');
  await worker.ended;
  expect(worker.read()).toContain('another worker’s by now');
  expect(readdirSync(inFolder('work', 'originals'))).not.toContain('upload-3-film');
  expect(await first('SELECT media FROM all_titles WHERE id = 3')).toEqual({ media: null });
  expect(job && (await finishJob(context, job))).toBe(true);
});

test('a worker asks a site for jobs with a token, and the trail has what it took and ended', async () => {
  writeBuild(inFolder('build'));
  const token = 'w'.repeat(40);
  const server = await startNodeSite(inFolder('build'), inFolder('data'), { OPERATOR_TOKEN: `encoder/owner:${token}` });
  await queue(4, makeFilm(inFolder('short.mkv'), { seconds: 2 }), 'trailer');
  const worker = startWorker(['--site', server.url], { OPERATOR_TOKEN: token });
  await worker.ended;
  server.kill('SIGTERM');
  await server.ended;
  const job = await first('SELECT state, report FROM ingest_jobs WHERE title_id = 4');
  expect(job, worker.read()).toMatchObject({ state: 'done' });
  expect(JSON.parse(String(job?.['report']))).toMatchObject({ width: 128, height: 72 });
  const title = await first('SELECT media, trailer FROM all_titles WHERE id = 4');
  expect(title).toEqual({ media: null, trailer: expect.stringMatching(/^movie-4-.*-trailer$/) as string });
  expect(await first('SELECT field, after, operator FROM title_changes WHERE title_id = 4')).toEqual({
    ...{ field: 'trailer', after: title?.['trailer'], operator: 'editor' },
  });
  const { results } = await site.stores.DB.prepare('SELECT action, status FROM operator_audit ORDER BY id').all();
  expect(results).toEqual([
    { action: 'takeIngest', status: 200 },
    { action: 'finishIngest', status: 200 },
  ]);
});

test('a film that is uploaded for a planned title brings it out once a worker has made it', async () => {
  const now = Math.floor(Date.now() / 1000);
  const token = 'p'.repeat(40);
  const env = { ...readVars(readFileSync('wrangler.toml', 'utf8')), ...DEMO_VARS, ...site.stores } as unknown as Env;
  const api = openMoney({ env, ctx: CONTEXT, dispose: () => site.close() }, { OPERATOR_TOKEN: `ali/owner:${token}` });
  api.clock.now = now;
  const editor = { id: 0, mobile: '', token };
  await site.stores.DB.batch([prepareRow(site.stores.DB, 'titles', { id: 5 })]);
  await api.call(publishTitles, { act: 'hide', ids: [5], reason: 'until its film is there' }, editor);
  await api.call(publishTitle, { id: 5, starts_at: now + 60, needs_file: true }, editor);
  const film = new Uint8Array(readFileSync(makeFilm(inFolder('planned.mkv'), { seconds: 2 })));
  const tus = openTus(api, { ctx: CONTEXT }, token);
  const path = await tus.begin(film.byteLength, { title: '5', kind: 'film', filename: 'planned.mkv' });
  expect((await tus.patch(path, 0, film)).status).toBe(204);
  const publish = async () => {
    await runPublications({ db: openDatabase(site.stores.DB), env: api.env, now: now + 61 });
    return (await api.ask(getTitle, { kind: 'movie', id: 5 })).status;
  };
  expect(await publish()).toBe(404);
  const worker = startWorker();
  await worker.ended;
  expect(await first('SELECT state, code FROM ingest_jobs WHERE title_id = 5'), worker.read()).toEqual({
    ...{ state: 'done', code: null },
  });
  expect(await publish()).toBe(200);
  const change = await first(
    "SELECT operator, after FROM title_changes WHERE title_id = 5 AND field = 'hidden' ORDER BY id DESC",
  );
  expect(change).toEqual({ operator: 'ali', after: '0' });
});
