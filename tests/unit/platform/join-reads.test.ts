import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/db/client.ts';
import { joinReads } from '../../../src/platform/db/join-reads.ts';

/** A D1 that answers each statement with its own text and fails where a text says so. */
function createDatabase() {
  const batches: string[][] = [];
  const client = {
    prepare: (text: string) => ({ text }),
    batch: (statements: { text: string }[]) => {
      const texts = statements.map(({ text }) => text);
      batches.push(texts);
      if (texts.some((text) => text.includes('broken'))) return Promise.reject(new Error('D1_ERROR: broken'));
      return Promise.resolve(texts.map((text) => ({ results: [{ text }] })));
    },
  };
  return { db: { $client: client } as unknown as Database, batches };
}

test('the reads of one moment are one batch, and each caller gets its own rows', async () => {
  const { db, batches } = createDatabase();
  const read = joinReads(db);
  const late = async () => {
    for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
    return read([sql`three`]);
  };
  const [one, three] = await Promise.all([read([sql`one`, sql`two`]), late()]);
  expect(one).toEqual([[{ text: 'one' }], [{ text: 'two' }]]);
  expect(three).toEqual([[{ text: 'three' }]]);
  expect(batches).toEqual([['one', 'two', 'three']]);
  await read([sql`four`]);
  expect(batches).toHaveLength(2);
});

test('a statement that fails fails its own call only', async () => {
  const { db, batches } = createDatabase();
  const read = joinReads(db);
  const results = await Promise.allSettled([read([sql`one`]), read([sql`broken`]), read([sql`two`])]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toHaveLength(4);
});
