// @module-tag full
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWorker } from '../../../tools/lib/own-worker.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { saveProgress } from '../../../src/features/progress/contract.ts';
import { exportProgress } from '../../../src/features/progress/export-contract.ts';
import { createProgress, type Progress } from '../../../src/features/progress/progress.ts';
import { openTableStore } from '../../../src/features/progress/server/table-store.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { sha256 } from '../../../src/platform/http/hash.ts';
import { KIDS_COOKIE } from '../../../src/platform/http/session/kids.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { importInto } from '../../../tools/state/import-into.ts';
import { copyObjects, openSite, type AskObjects } from '../../../tools/state/objects.ts';
import { openFresh } from '../../../tools/state/schema.ts';
import { openNodePlatform } from '../../support/site/platform.ts';
import { migrationStatements } from '../../support/database/migration-statements.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { buildInsertText } from '../../support/database/rows.ts';

/** Progress in the objects of a site in workerd, on its way to a data folder of the Node host. */
const inFolder = useTemporaryFolder();
const NOW = Math.floor(Date.now() / 1000);
const [FILM, OTHER, LENGTH] = [1, 2, 6000];
const SECRET = 'a-secret-of-an-operator-for-tests';
const MODERATOR = 'a-secret-of-a-moderator-for-tests';
const KID = 'k'.repeat(22);
/** Ids of accounts: with an object; with rows of the time before alone; with both; with neither; one that is erased. */
const [WATCHER, OLD, BOTH, NONE, GONE] = [1, 2, 3, 4, 5];
const watch = (at: number, ago: number) => createProgress(at, LENGTH, NOW - ago, false);
const addTitle = (id: number) => buildInsertText('titles', { id, access: 'free', media: 'clip-1' });
const addUser = (id: number) => buildInsertText('users', { id, mobile: `0912000000${String(id)}`, ref: id });
const addOldRow = (user: number, at: number) =>
  buildInsertText('progress', {
    ...{ profile: `u${String(user)}`, title_id: FILM, duration: LENGTH, at, last: NOW - 999, furthest: at },
    points: JSON.stringify([{ at, when: NOW - 999 }]),
  });
let worker: Awaited<ReturnType<Awaited<ReturnType<typeof bundleWorker>>>>;

const prepare = async (statements: string[]) => {
  const answer = await fetch(`${worker.origin}/prepare`, { method: 'POST', body: JSON.stringify(statements) });
  if (!answer.ok) throw new Error(await answer.text());
};
const save = async (who: Record<string, string>, id: number, state: Progress) => {
  const headers = { ...who, 'content-type': 'application/json' };
  const body = JSON.stringify({ now: NOW, titles: [{ id, ...state, points: [...state.points] }] });
  const answer = await fetch(`${worker.origin}/api/v1${saveProgress.path}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
};
const signIn = (user: number) => ({ authorization: `Bearer token-${String(user)}` });

beforeAll(async () => {
  const start = await bundleWorker('tests/support/workers/rooms.wrangler.toml');
  const vars = { OPERATOR_TOKEN: `${SECRET},helper/comments:${MODERATOR}` };
  worker = await start(vars, 0, inFolder('state'));
  const files = readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const users = [WATCHER, OLD, BOTH, NONE, GONE];
  await prepare([
    ...migrationStatements(),
    'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TEXT)',
    ...files.map((name) => `INSERT INTO d1_migrations (name, applied_at) VALUES ('${name}', '')`),
    ...[FILM, OTHER].map(addTitle),
    ...users.map(addUser),
    ...(await Promise.all(
      users.map(async (user_id) =>
        buildInsertText('sessions', {
          ...{ token_hash: await sha256(`token-${String(user_id)}`), user_id },
          ...{ created_at: NOW, expires_at: NOW + 86_400, stepped_up_at: NOW },
        }),
      ),
    )),
    buildInsertText('kids_sessions', { id: KID, created_at: NOW, cookie_at: NOW }),
    addOldRow(OLD, 300),
    addOldRow(BOTH, 400),
  ]);
  await save(signIn(WATCHER), FILM, watch(1000, 500));
  await save(signIn(WATCHER), OTHER, watch(2000, 400));
  await save(signIn(BOTH), FILM, watch(3000, 300));
  await save(signIn(GONE), FILM, watch(500, 300));
  const cookie = `${KIDS_COOKIE}=${await kidsToken('a-key-for-tests-only', { id: KID, on: true })}`;
  await save({ cookie }, FILM, watch(70, 60));
});
afterAll(() => worker.stop());

/** The command beside the running site. */
async function runExport(file: string, vars: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, STATE_DIR: inFolder('state'), OPERATOR_TOKEN: '', ...vars };
  const child = spawn('node', ['--disable-warning=ExperimentalWarning', 'scripts/export.ts', inFolder(file), ...args], {
    env,
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  return { status: await ended, printed, isThere: existsSync(inFolder(file)) };
}

it('is in the export of a running site, arrives on Node whole, and merges there', async () => {
  const exported = await runExport('site.gz', { OPERATOR_TOKEN: SECRET }, '--site', worker.origin);
  expect(exported.printed).toContain('5 rows of progress, from the objects of 4 profiles');
  expect(exported.status).toBe(0);
  await (await importInto({ remote: false, data: inFolder('home') }, inFolder('site.gz'))).verify();
  const { stores, close } = openBindings(inFolder('home'));
  const store = openTableStore(openDatabase(stores.DB));
  const read = async (profile: string) =>
    (await store.list(profile)).map(({ title_id: id, at, furthest }) => [id, at, furthest]);
  expect(await read(`u${String(WATCHER)}`)).toEqual([
    [FILM, 1000, 1000],
    [OTHER, 2000, 2000],
  ]);
  expect(await read(`u${String(OLD)}`)).toEqual([[FILM, 300, 300]]);
  expect(await read(`u${String(BOTH)}`)).toEqual([[FILM, 3000, 3000]]);
  expect(await read(`u${String(NONE)}`)).toEqual([]);
  expect(await read(`k${KID}`)).toEqual([[FILM, 70, 70]]);
  const merge = (at: number, ago: number) => store.merge(`u${String(WATCHER)}`, new Map([[FILM, watch(at, ago)]]), NOW);
  // A device that was away sends an older place, then a newer one.
  expect((await merge(200, 900)).get(FILM)?.points.at(-1)?.at).toBe(1000);
  expect((await merge(1500, 100)).get(FILM)?.points.at(-1)?.at).toBe(1500);
  expect(await read(`u${String(WATCHER)}`)).toEqual([
    [FILM, 1500, 1500],
    [OTHER, 2000, 2000],
  ]);
  await close();
});

describe('an export writes no file', () => {
  it.each([
    ['without a secret', {}, 'Set OPERATOR_TOKEN'],
    [
      'with a wrong secret',
      { OPERATOR_TOKEN: SECRET.replace('operator', 'stranger') },
      'refuses the secret in OPERATOR_TOKEN (401)',
    ],
    ['with a secret of another role', { OPERATOR_TOKEN: MODERATOR }, 'refuses the secret in OPERATOR_TOKEN (403)'],
  ])('%s', async (_, vars, text) => {
    const { printed, isThere, status } = await runExport('none.gz', vars, '--site', worker.origin);
    expect(printed).toContain(text);
    expect([status, isThere]).toEqual([1, false]);
  });

  it('with an address that is none, of a data folder with a site, and without a word about the objects', async () => {
    const secret = { OPERATOR_TOKEN: SECRET };
    expect(await runExport('none.gz', secret, '--site', 'pardeh')).toMatchObject({ status: 1, isThere: false });
    const folder = await runExport('none.gz', secret, '--data', inFolder('home'), '--site', worker.origin);
    expect(folder.printed).toContain('A data folder has all progress in its table');
    const silent = await runExport('none.gz', {});
    expect(silent.printed).toContain('name the running site that has them');
    expect([silent.status, silent.isThere]).toEqual([1, false]);
  });
});

describe('a copy of objects', () => {
  const openCopy = async (): Promise<DatabaseSync> => {
    const db = await openFresh();
    for (const id of [WATCHER, OLD, BOTH, NONE, GONE]) {
      db.exec(addUser(id));
    }
    db.exec(addTitle(FILM));
    db.exec(addOldRow(OLD, 300));
    return db;
  };
  const list = (db: DatabaseSync) => db.prepare('SELECT profile, title_id, at FROM progress ORDER BY 1, 2').all();
  const place = (user: number, at: number) => ({ profile: `u${String(user)}`, title_id: FILM, at });
  const ask = () => openSite(worker.origin, SECRET);

  it('has the objects of before, without an account that is erased meanwhile, which stays empty', async () => {
    const db = await openCopy();
    await prepare([`UPDATE users SET erase_at = 1 WHERE id = ${String(GONE)}`]);
    await fetch(`${worker.origin}/cron`);
    expect(await copyObjects(db, ask(), 2)).toEqual({ accounts: 2, rows: 3 });
    expect(list(db)).toEqual([
      place(WATCHER, 1000),
      { ...place(WATCHER, 2000), title_id: OTHER },
      place(OLD, 300),
      place(BOTH, 3000),
    ]);
    const objects = await ask()([`u${String(GONE)}`, `u${String(NONE)}`]);
    expect(objects).toEqual({
      data: [
        { profile: `u${String(GONE)}`, rows: null },
        { profile: `u${String(NONE)}`, rows: null },
      ],
    });
    db.close();
  });

  it.each<[string, unknown, string]>([
    ['stops in the middle', null, 'gone'],
    [
      'is about other accounts',
      {
        data: [
          { profile: 'u9', rows: [] },
          { profile: 'u2', rows: [] },
        ],
      },
      'something else',
    ],
    ['has an account too few', { data: [{ profile: 'u1', rows: [] }] }, 'something else'],
    ['is a page', '<html>', 'something else'],
    [
      'has rows that are none',
      {
        data: [
          { profile: 'u1', rows: [{ title_id: 1 }] },
          { profile: 'u2', rows: null },
        ],
      },
      'NOT NULL',
    ],
  ])('that %s changes nothing', async (_, answer, text) => {
    const db = await openCopy();
    const before = list(db);
    let requestCount = 0;
    const real = ask();
    const broken: AskObjects = async (profiles) => {
      requestCount += 1;
      if (answer === null && requestCount > 1) throw new Error('gone');
      return answer ?? real(profiles);
    };
    await expect(copyObjects(db, broken, 2)).rejects.toThrow(text);
    expect(list(db)).toEqual(before);
    expect(await copyObjects(db, real, 2)).toMatchObject({ accounts: 2 });
    db.close();
  });

  it('waits for a site that is busy or away, and gives up where it stays so', async () => {
    const answers = [429, 503, 0, 200];
    const server = createServer((_, outgoing) => {
      const status = answers.shift() ?? 503;
      if (status === 0) outgoing.destroy();
      else outgoing.writeHead(status, { 'retry-after': '7', 'content-type': 'application/json' }).end('{"data":[]}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const waits: number[] = [];
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    const site = openSite(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, SECRET, wait);
    expect(await site(['u1'])).toEqual({ data: [] });
    expect(waits).toEqual([7000, 7000, 1000]);
    await expect(site(['u1'])).rejects.toThrow('answered 503');
    answers.push(404);
    await expect(site(['u1'])).rejects.toThrow('has no operator calls');
    server.close();
  });
});

it('is no call for strangers, and none where no operator is set', async () => {
  const post = (token: string, body: object) =>
    fetch(`${worker.origin}/api/v1${exportProgress.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post(`token-${String(WATCHER)}`, { profiles: ['u1'] })).status).toBe(401);
  for (const profiles of [[], ['u0'], ['1'], ['k1'], ['u1; DROP'], Array.from({ length: 501 }, () => 'u1')]) {
    expect((await post(SECRET, { profiles })).status).toBe(422);
  }
  const { env, ctx, dispose } = await openNodePlatform();
  const app = createWorker(() => Promise.resolve(new Response(null, { status: 404 })));
  const askNode = async (token: string) => {
    const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ profiles: ['u1'] }) };
    const request = new Request(`http://localhost/api/v1${exportProgress.path}`, init);
    const answer = await app(request, { ...env, OPERATOR_TOKEN: token }, ctx);
    return answer.ok ? await answer.json() : answer.status;
  };
  expect(await askNode('')).toBe(404);
  // A host without objects has all in its table.
  expect(await askNode(SECRET)).toEqual({ data: [{ profile: 'u1', rows: null }] });
  await dispose();
});
