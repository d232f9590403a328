// @module-tag full
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run as runProgram } from '../../../tools/lib/processes.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { migrate } from '../../../tools/seed/migrate.ts';
import { exportState } from '../../../tools/state/export.ts';
import { film } from '../../support/database/import-bench.ts';
import { startFakeCloudflare, type FakeCloudflare } from '../../support/services/fake-cloudflare.ts';
import { makeSealedShop } from '../../support/money/sealed-shop.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

/** The commands of docs/deploy.md that need an account, by wrangler, before a stand-in of Cloudflare's API. */
const inFolder = useTemporaryFolder();
const unpack = (name: string) => gunzipSync(readFileSync(inFolder(name))).toString();
let cloud: FakeCloudflare;

beforeAll(async () => {
  cloud = await startFakeCloudflare();
  await makeSealedShop(inFolder('shop.db'), 'a --text-- \'of\' "all" sorts; \u2028 \u0000 😀');
  const db = openConnection(inFolder('shop.db'), 'write');
  await exportState(db, inFolder('shop.gz'));
  db.close();
});
afterAll(() => cloud.close());

async function run(script: string, args: string[], env: Record<string, string> = {}) {
  const { code, output } = await runProgram('node', [`scripts/${script}.ts`, ...args], {
    env: { ...cloud.env, ...env },
  });
  return { code, output };
}

const count = (from: string) => cloud.db.prepare(`SELECT count(*) AS n FROM ${from}`).first('n');

async function clear(): Promise<void> {
  await cloud.close();
  cloud = await startFakeCloudflare();
}

/** A new D1 with its tables, as the command leaves it, without the seconds of the command. */
async function clearToTables(): Promise<void> {
  await clear();
  await migrate(cloud.db);
}

const migrateEmpty = () =>
  runProgram('wrangler', ['d1', 'migrations', 'apply', 'pardeh', '--remote'], { env: cloud.env });

it('a new D1 gets its tables and base rows, also a second time, and no title of the demo', async () => {
  expect(await run('seed', ['--only', 'base', '--remote'])).toMatchObject({ code: 0 });
  const plans = await count('plans');
  expect(plans).toBeGreaterThan(0);
  expect(await count('titles')).toBe(0);
  // Search finds the genres.
  const genres = await count('genres');
  expect(await count("search_docs WHERE type = 'genre'")).toBe(genres);
  await cloud.db.prepare('UPDATE plans SET toman = 7').run();
  expect(await run('seed', ['--only', 'base', '--remote'])).toMatchObject({ code: 0 });
  expect(await count('plans WHERE toman = 7')).toBe(plans);
  expect(await count('search_index')).toBe(genres);
});

it('titles are imported there with their texts, and the catalogue has a new version', async () => {
  const rows = [
    film('far-1', { name_en: "It's; far -- 'away'", synopsis_fa: "نقل قول ' و ; \n خط" }),
    film('far-2', { cast: ["O'Neil Far"] }),
  ];
  writeFileSync(inFolder('films.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  // The sign-in that wrangler alone knows, here by the account's key.
  const signIn = { CLOUDFLARE_API_TOKEN: '', ...cloud.keyEnv };
  const load = () => run('import', [inFolder('films.jsonl'), '--kind', 'movie', '--remote'], signIn);
  expect(await load()).toMatchObject({ code: 0 });
  const stored = await cloud.db
    .prepare(
      "SELECT name_en, synopsis_fa FROM titles t JOIN imported_titles i ON i.title_id = t.id WHERE external_id = 'far-1'",
    )
    .first();
  expect(stored).toEqual({ name_en: "It's; far -- 'away'", synopsis_fa: "نقل قول ' و ; خط" });
  const version = cloud.pairs.get('catalogue_version');
  expect(version).toMatch(/^import-/);
  expect((await load()).output).toContain('2 unchanged');
  expect(cloud.pairs.get('catalogue_version')).toBe(version);
});

it('a search index that is lost is built again', async () => {
  const before = await count('search_index');
  await cloud.db.prepare('DROP TABLE search_index').run();
  expect(await run('reindex', ['--remote'])).toMatchObject({ code: 0 });
  expect(await count('search_index')).toBe(before);
});

it('all tables go there and come back as the same bytes, with sealed books and a search index', async () => {
  await clear();
  expect(await migrateEmpty()).toMatchObject({ code: 0 });
  const imported = await run('import-state', [inFolder('shop.gz'), '--remote']);
  expect(imported.output).toContain('the books hold');
  expect(imported.code).toBe(0);
  expect(await verifyLedger(cloud.db)).toEqual([]);
  expect(await count('search_docs')).toBeGreaterThan(0);
  await expect(cloud.db.prepare('DELETE FROM ledger_entries').run()).rejects.toThrow('ledger_append_only');
  expect(await run('ledger-verify', ['--remote'])).toMatchObject({ code: 0 });
  expect(await run('export', [inFolder('back.gz'), '--remote', '--without-objects'])).toMatchObject({ code: 0 });
  expect(unpack('back.gz')).toBe(unpack('shop.gz'));
  // A second time it refuses, and changes nothing.
  const second = await run('import-state', [inFolder('shop.gz'), '--remote']);
  expect(second.output).toContain('has data');
  expect(second.code).toBe(1);
});

it('a token that is refused is named, and no file is left', async () => {
  const refused = await run('export', [inFolder('none.gz'), '--remote', '--without-objects'], {
    CLOUDFLARE_API_TOKEN: 'of-somebody-else',
  });
  expect(refused.output).toContain('Authentication error');
  expect(refused.code).toBe(1);
  expect(existsSync(inFolder('none.gz'))).toBe(false);
});

it('an export waits for a Cloudflare that is busy, and leaves no file where it stays so', async () => {
  const busy = { action: 'query', status: 503, code: 7500, message: 'D1 is overloaded' } as const;
  cloud.faults.push(busy);
  expect(await run('export', [inFolder('late.gz'), '--remote', '--without-objects'])).toMatchObject({ code: 0 });
  expect(unpack('late.gz')).toBe(unpack('shop.gz'));
  cloud.faults.push(busy, busy, busy, busy);
  const result = await run('export', [inFolder('none.gz'), '--remote', '--without-objects']);
  expect(result.output).toContain('D1 is overloaded');
  expect(result.code).toBe(1);
  expect(existsSync(inFolder('none.gz'))).toBe(false);
});

it('an import that D1 refuses in its middle leaves it empty', async () => {
  await clearToTables();
  await cloud.db.prepare('CREATE UNIQUE INDEX refusing ON payments (state)').run();
  const refused = await run('import-state', [inFolder('shop.gz'), '--remote']);
  expect(refused.output).toContain('UNIQUE constraint failed');
  expect(refused.code).toBe(1);
  expect(await count('users')).toBe(0);
});

it('an import whose answer is lost after D1 has run it is seen to be whole, and ends as any other', async () => {
  await clearToTables();
  cloud.lostAnswers = 1;
  const imported = await run('import-state', [inFolder('shop.gz'), '--remote']);
  expect(imported.output).toContain('the books hold');
  expect(imported.code).toBe(0);
  expect(await count('search_docs')).toBeGreaterThan(0);
});

it('an import says that its rows are in where what follows them fails', async () => {
  await clearToTables();
  const fault = { action: 'values', status: 400, code: 10_013, message: 'KV is away' } as const;
  cloud.faults.push(fault, fault, fault, fault);
  const imported = await run('import-state', [inFolder('shop.gz'), '--remote']);
  expect(imported.output).toContain('rows are in');
  expect(imported.output).toContain('npm run reindex');
  expect(imported.code).toBe(1);
});

it('titles whose answer is lost are there once after a second import', async () => {
  cloud.lostAnswers = 1;
  writeFileSync(inFolder('lost.jsonl'), JSON.stringify(film('lost-1', { cast: ['Somebody Lost'] })));
  const load = () => run('import', [inFolder('lost.jsonl'), '--kind', 'movie', '--remote']);
  expect((await load()).code).toBe(1);
  expect((await load()).output).toContain('1 unchanged');
  expect(await count("imported_titles WHERE external_id = 'lost-1'")).toBe(1);
  expect(cloud.pairs.get('catalogue_version')).toMatch(/^import-/);
});
