// @module-tag full
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { quickSearch } from '../../../src/features/search/contract.ts';
import { indexGenres } from '../../../tools/reindex/rebuild.ts';
import { callApi, openImportBench, type ImportBench } from '../../support/database/import-bench.ts';
import { buildInsertText } from '../../support/database/rows.ts';

/** The search index after a restore of D1, whose exports hold no virtual tables. */
let bench: ImportBench;
beforeAll(async () => {
  bench = await openImportBench({ isState: true });
});
afterAll(() => bench.close());

function reindex() {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/reindex.ts'], {
    encoding: 'utf8',
    env: { ...process.env, STATE_DIR: bench.state.dir },
  });
  return { status, printed: stdout + stderr };
}

const anyRow = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));
/** Everything that search reads: the documents, the words, and the entries of the index as terms by row. */
async function readIndex() {
  const store = bench.openStore();
  const tables = [
    'SELECT * FROM search_docs ORDER BY id',
    'SELECT * FROM search_words ORDER BY key, word',
    "SELECT rowid FROM search_index WHERE search_index MATCH 'words: ک* OR words: a* OR words: س*' ORDER BY rowid",
  ];
  const rows = [];
  for (const sql of tables) rows.push(await store.read({ sql, values: [] }, anyRow));
  await store.close();
  return rows;
}

async function execute(...sql: string[]): Promise<void> {
  const store = bench.openStore();
  await store.execute(sql);
  await store.close();
}

const search = (query: string) =>
  bench.inside(async (env) => (await callApi(env, quickSearch, { query })).data.map(({ name_fa }) => name_fa));

test('builds what the seed had built, from nothing', async () => {
  const seeded = await readIndex();
  expect(seeded.map((rows) => rows.length > 20)).toEqual([true, true, true]);
  await execute('DROP TABLE search_index', 'DROP TABLE search_docs', 'DROP TABLE search_words');
  const { status, printed } = reindex();
  expect(printed).toMatch(/documents are in the search index/);
  expect(status).toBe(0);
  expect(await readIndex()).toEqual(seeded);
  expect(await search('جدایی نادر')).toContain('جدایی نادر از سیمین');
});

test('fills an index that a restore has left empty beside its documents, and again changes nothing', async () => {
  const before = await readIndex();
  const [definition] = await (async () => {
    const store = bench.openStore();
    const rows = await store.read(
      { sql: "SELECT sql FROM sqlite_master WHERE name = 'search_index'", values: [] },
      v.object({ sql: v.string() }),
    );
    await store.close();
    return rows;
  })();
  await execute('DROP TABLE search_index', definition?.sql ?? '');
  expect(await search('جدایی نادر')).toEqual([]);
  expect(reindex().status).toBe(0);
  expect(await readIndex()).toEqual(before);
  expect(reindex().status).toBe(0);
  expect(await readIndex()).toEqual(before);
});

test('a title that is gone is found no more, and a changed one by its new name alone', async () => {
  await execute(
    "DELETE FROM titles WHERE name_fa = 'جدایی نادر از سیمین'",
    "UPDATE titles SET name_fa = 'کوچهٔ زمردین' WHERE name_fa = 'طعم گیلاس'",
  );
  expect(reindex().status).toBe(0);
  expect(await search('جدایی نادر')).not.toContain('جدایی نادر از سیمین');
  expect(await search('کوچه زمردین')).toEqual(['کوچهٔ زمردین']);
  expect(await search('طعم گیلاس')).not.toContain('طعم گیلاس');
});

test('every genre is found once, by its own name, after an operator moves, renames, adds and removes some', async () => {
  await execute(
    'UPDATE genres SET position = position + 1 WHERE position >= 3',
    buildInsertText('genres', { key: 'noir', label_fa: 'سیاه‌نما', label_en: 'Noirish', position: 3 }),
    buildInsertText('genres', { key: 'heist', label_fa: 'سرقتی', label_en: 'Heistly', position: 3 }),
    "UPDATE genres SET label_fa = 'ترسناکی', label_en = 'Scaries' WHERE key = 'horror'",
    "DELETE FROM genres WHERE key = 'western'",
  );
  const store = bench.openStore();
  await indexGenres(store);
  const slugs = 'SELECT slug, (SELECT count(*) FROM search_index WHERE rowid = d.id) AS entries FROM search_docs d';
  const docs = await store.read({ sql: `${slugs} WHERE type = 'genre' ORDER BY slug`, values: [] }, anyRow);
  const keys = await store.read({ sql: 'SELECT key FROM genres ORDER BY key', values: [] }, anyRow);
  await store.close();
  expect(docs).toEqual(keys.map(({ key }) => ({ slug: key, entries: 1 })));
  for (const name of ['سیاه‌نما', 'سرقتی', 'ترسناکی', 'درام']) expect(await search(name)).toContain(name);
});
