// @module-tag full
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedBase, openDataTarget } from '../../../tools/seed/targets.ts';
import { openBindings, type Bindings } from '../../../src/host/node/open-bindings.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { openBucket } from '../../../tools/ingest/bucket.ts';
import { film } from '../../support/database/import-bench.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

/** The operator's commands on the data folder of a site that runs. */
const inFolder = useTemporaryFolder();
let site: Bindings;
beforeAll(async () => {
  await seedBase(() => openDataTarget(inFolder('data')));
  site = openBindings(inFolder('data'));
});
afterAll(() => site.close());

function run(script: string, ...args: string[]) {
  const options = { encoding: 'utf8' as const, env: { ...process.env, STATE_DIR: inFolder('none') } };
  const { status, stdout, stderr } = spawnSync('node', [`scripts/${script}.ts`, ...args], options);
  return { status, printed: stdout + stderr };
}

const inData = ['--data', '.'];
const countFound = (word: string) =>
  site.stores.DB.prepare('SELECT count(*) AS n FROM search_index WHERE search_index MATCH ?').bind(word).first('n');

test('titles are imported and indexed while the site runs, and its pages turn over', async () => {
  inData[1] = inFolder('data');
  const file = inFolder('films.jsonl');
  writeFileSync(file, ['x-1', 'x-2'].map((id) => `${JSON.stringify(film(id))}\n`).join(''));
  expect(run('import', file, '--report', inFolder('report.csv'), ...inData)).toMatchObject({ status: 0 });
  expect(await site.stores.DB.prepare('SELECT count(*) AS n FROM titles').first('n')).toBe(2);
  const version = await site.stores.CONFIG.get(CATALOGUE_VERSION_KEY);
  expect(version).not.toBeNull();
  await site.stores.DB.prepare('DELETE FROM search_docs').run();
  expect(run('reindex', ...inData)).toMatchObject({ status: 0 });
  expect(await countFound('words: f* OR words: ف*')).toBeGreaterThanOrEqual(2);
  expect(await site.stores.CONFIG.get(CATALOGUE_VERSION_KEY)).toMatch(/^reindex-/);
});

test('a site without titles has genres, which search finds, lists and plans, which stay away once they are removed', async () => {
  expect(run('seed', '--only', 'base', '--data', inFolder('untitled'))).toMatchObject({ status: 0 });
  const { stores, close } = openBindings(inFolder('untitled'));
  const { results } = await stores.DB.prepare(
    "SELECT name_fa FROM search_docs WHERE id IN (SELECT rowid FROM search_index WHERE search_index MATCH 'words: درام')",
  ).all();
  expect(results).toEqual([{ name_fa: 'درام' }]);
  const tables = ['plans', 'genres', 'lists', 'categories'];
  const countRows = () =>
    Promise.all(tables.map((table) => stores.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>('n')));
  expect(Math.min(...(await countRows()).map(Number))).toBeGreaterThan(0);
  for (const table of tables) await stores.DB.prepare(`DELETE FROM ${table}`).run();
  // The next start of the site.
  expect(run('seed', '--only', 'base', '--data', inFolder('untitled'))).toMatchObject({ status: 0 });
  expect(await countRows()).toEqual(tables.map(() => 0));
  await close();
});

test('the books of the folder are checked', async () => {
  const { status, printed } = run('ledger-verify', ...inData);
  expect(status).toBe(0);
  expect(printed).toMatch(/^The books hold\.\nAnchor: 0:/);
});

test('films go into the folder’s media', async () => {
  writeFileSync(inFolder('seg'), '0123456789');
  const bucket = await openBucket({ data: inFolder('data') });
  const { signal } = new AbortController();
  await bucket.upload([{ key: 'video/a/seg-0.m4s', file: inFolder('seg') }], () => undefined, signal);
  expect((await bucket.read('video/a/seg-0.m4s'))?.byteLength).toBe(10);
  expect((await site.stores.MEDIA.get('video/a/seg-0.m4s'))?.size).toBe(10);
  await bucket.close();
});

test('a stop ends between two files, and nothing of the rest is stored', async () => {
  const stop = new AbortController();
  const files = Array.from({ length: 40 }, (_, at) => ({ key: `video/b/${String(at)}`, file: inFolder('seg') }));
  const bucket = await openBucket({ data: inFolder('data') });
  const stored: string[] = [];
  const put = ({ key }: { key: string }) => {
    stored.push(key);
    stop.abort();
  };
  await expect(bucket.upload(files, put, stop.signal)).rejects.toThrow('aborted');
  expect(stored.length).toBeLessThan(10);
  const { objects } = await site.stores.MEDIA.list({ prefix: 'video/b/' });
  expect(objects.map(({ key }) => key).sort()).toEqual(stored.sort());
  await bucket.close();
});

test.each([
  ['reindex', []],
  ['ledger-verify', []],
  ['import', ['films.jsonl']],
])('%s refuses a folder without a database, and two places', (script, file) => {
  const args = file.map((name) => inFolder(name));
  expect(run(script, ...args, '--data', inFolder('empty')).printed).toContain('There is no database');
  expect(run(script, ...args, '--data', inFolder('data'), '--remote').printed).toContain('exclude each other');
});
