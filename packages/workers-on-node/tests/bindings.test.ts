import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openChecked } from '../src/database/check.ts';
import { createD1 } from '../src/database/d1.ts';
import { openPool } from '../src/database/pool.ts';
import { openActors, type ActorHost } from '../src/rooms/actors.ts';
import { createConfigStore } from '../src/stores/config-store.ts';
import { openHostDatabase } from '../src/stores/host-database.ts';
import { openMediaStore } from '../src/stores/media-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workers-on-node-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('D1: a batch is one transaction, and its errors are named as D1 names them', async () => {
  const file = join(folder, 'site.db');
  openChecked(file).close();
  const pool = openPool(file, 1, (cause) => {
    throw cause;
  });
  const db = createD1(pool);
  await db.exec('CREATE TABLE rooms (name TEXT PRIMARY KEY)');
  const add = (name: string) => db.prepare('INSERT INTO rooms VALUES (?)').bind(name);
  await expect(db.batch([add('a'), add('b'), add('a')])).rejects.toThrow(
    /D1_ERROR: UNIQUE.*SQLITE_CONSTRAINT_PRIMARYKEY/,
  );
  await add('c').run();
  expect((await db.prepare('SELECT name FROM rooms').all()).results).toEqual([{ name: 'c' }]);
  await pool.close();
});

test('D1: a statement that D1 does not take is refused here, too', async () => {
  const file = join(folder, 'site.db');
  openChecked(file).close();
  const pool = openPool(file, 1, (cause) => {
    throw cause;
  });
  const db = createD1(pool);
  const ask = (text: string, values: number[] = []) =>
    db
      .prepare(text)
      .bind(...values)
      .all();
  const repeat = (count: number, part: string, between = '') => Array<string>(count).fill(part).join(between);
  await ask(`SELECT ${repeat(99, 'abs(')}1${repeat(99, ')')}`);
  await expect(ask(`SELECT ${repeat(100, 'abs(')}1${repeat(100, ')')}`)).rejects.toThrow('maximum depth 100');
  await expect(ask(repeat(6, 'SELECT 1', ' UNION ALL '))).rejects.toThrow('too many terms');
  await expect(ask(`SELECT ${repeat(101, '1', ',')}`)).rejects.toThrow('too many columns');
  await expect(ask(`SELECT max(${repeat(128, '1', ',')})`)).rejects.toThrow('too many arguments');
  await expect(ask(`SELECT 'a' LIKE '${repeat(51, 'a')}'`)).rejects.toThrow('too complex');
  const values = Array.from({ length: 101 }, (_, at) => at);
  await expect(ask(`SELECT max(${repeat(101, '?', ',')})`, values)).rejects.toThrow('too many SQL variables');
  await pool.close();
});

test('R2 over a folder: a range of an object, and its keys in pages', async () => {
  const { bucket } = openMediaStore(join(folder, 'media'), null);
  for (const key of ['a/1', 'a/2', 'b/1']) await bucket.put(key, `text of ${key}`);
  const part = await bucket.get('a/2', { range: { offset: 5, length: 2 } });
  expect(await part?.text()).toBe('of');
  const page = await bucket.list({ prefix: 'a/', limit: 1 });
  expect(page).toMatchObject({ truncated: true, objects: [{ key: 'a/1' }] });
  await expect(bucket.put('../out', '')).rejects.toThrow('no path');
});

test('KV and actors share a database: an actor does one thing at a time, and keeps what it put', async () => {
  const db = openHostDatabase(join(folder, 'host.db'));
  const store = createConfigStore(db);
  await store.put('version', '7');
  expect(await store.get('version')).toBe('7');
  class Counter {
    private readonly host: ActorHost;
    constructor(host: ActorHost) {
      this.host = host;
    }
    async add(): Promise<number> {
      const count = ((await this.host.storage.get<number>('count')) ?? 0) + 1;
      await this.host.storage.put({ count });
      return count;
    }
    webSocketMessage = async () => undefined;
    webSocketClose = async () => undefined;
    alarm = async () => undefined;
  }
  const open = () => openActors(db, { create: (host) => new Counter(host), idleSeconds: 60, isOwn: () => true });
  const counters = open();
  const counts = await Promise.all([1, 2, 3].map(() => counters.run('a', (counter) => counter.add())));
  expect(counts).toEqual([1, 2, 3]);
  expect(await open().run('a', (counter) => counter.add())).toBe(4);
  expect(await counters.run('b', (counter) => counter.add())).toBe(1);
  db.close();
});
