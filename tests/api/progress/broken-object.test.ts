import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorker } from '../../../src/app/worker-app.ts';
import { exportAccount } from '../../../src/features/personal-data/contract.ts';
import { addToList } from '../../../src/features/lists/contract.ts';
import { getContinue, hideProgress, saveProgress } from '../../../src/features/progress/contract.ts';
import { createProgress } from '../../../src/features/progress/progress.ts';
import { openObjectStore, type ProgressStub } from '../../../src/features/progress/server/object-store.ts';
import { getCart } from '../../../src/features/paywall/contract.ts';
import { DEADLINES, RETRY_AFTER_SECONDS } from '../../../src/platform/config/deadlines.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import { sha256 } from '../../../src/platform/http/hash.ts';
import { parseAnswer } from '../../support/site/api.ts';
import { openNodePlatform, type Platform } from '../../support/site/platform.ts';
import { prepareRow } from '../../support/database/rows.ts';

/** An account's object that hangs, throws or answers something else, and recovers. */
const [FILM, UNKNOWN, LENGTH] = [1, 99, 6000];
const NOW = Math.floor(Date.now() / 1000);
const ROW = [
  FILM,
  LENGTH,
  0,
  0,
  JSON.stringify([{ at: 700, when: NOW - 60 }]),
  700,
  NOW - 60,
  0,
  1,
  700,
  120,
  NOW - 60,
];
const STATE = createProgress(600, LENGTH, NOW, false);
const never = () => new Promise<never>(() => undefined);
const fail = () => Promise.reject(new Error('the object is down'));
let platform: Platform;

beforeAll(async () => {
  platform = await openNodePlatform();
  const { DB } = platform.env;
  await DB.batch([
    prepareRow(DB, 'titles', { id: FILM, access: 'free', media: 'clip-1' }),
    prepareRow(DB, 'users', { id: 1, mobile: '09120000001', subscribed_until: NOW + 9000, ref: 1 }),
    prepareRow(DB, 'sessions', {
      ...{ token_hash: await sha256('token'), created_at: NOW, expires_at: NOW + 86_400, stepped_up_at: NOW },
    }),
  ]);
});
afterAll(() => platform.dispose());
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Answers = Partial<Record<keyof ProgressStub, (...input: never[]) => unknown>>;
/** Objects of all profiles, which answer the same, and the calls that they got. */
function openObjects(answers: Answers) {
  const requests: string[] = [];
  const get = (profile: string) =>
    new Proxy({} as ProgressStub, {
      get: (_, name: keyof ProgressStub) => {
        return (...input: never[]) => {
          requests.push(`${name} ${profile}`);
          return Promise.resolve((answers[name] ?? never)(...input));
        };
      },
    });
  const namespace = { idFromName: (name: string) => name, get } as unknown as DurableObjectNamespace;
  return { answers, requests, namespace, store: openObjectStore(namespace, openDatabase(platform.env.DB)) };
}

describe('the site', () => {
  const app = createWorker(() => Promise.resolve(new Response(null, { status: 404 })));
  const openSite = (answers: Answers) => {
    const objects = openObjects(answers);
    const ask = (call: Call, input: Record<string, unknown> = {}): Promise<Response> => {
      const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
      const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(input[name]));
      const init = { method: call.method, headers, ...(call.method === 'POST' && { body: JSON.stringify(input) }) };
      return app(
        new Request(`http://localhost/api/v1${path}`, init),
        { ...platform.env, PROGRESS: objects.namespace },
        platform.ctx,
      );
    };
    const readPlace = async () =>
      (await parseAnswer(getCart, await ask(getCart, { type: 'movie', id: FILM }))).data.data.play?.progress?.points[0]
        ?.at ?? null;
    const save = (id = FILM) => ask(saveProgress, { now: NOW, titles: [{ id, ...STATE, points: [...STATE.points] }] });
    return { ...objects, ask, readPlace, save };
  };

  it('plays without a place while an object hangs, waits for it once, and says that it kept no save', async () => {
    // The pause does not end, however slow the machine is.
    vi.useFakeTimers({ toFake: ['performance'] });
    const { ask, requests, readPlace, save } = openSite({});
    expect(await readPlace()).toBeNull();
    for (let time = 0; time < 5; time += 1) expect(await readPlace()).toBeNull();
    expect((await ask(getContinue)).status).toBe(200);
    expect(requests).toEqual(['pack u1']);
    const refused = [
      await save(),
      await ask(hideProgress, { id: FILM }),
      await ask(addToList, { list: 'watched', id: FILM }),
      await ask(exportAccount),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, String(RETRY_AFTER_SECONDS)]);
    }
    expect(requests.map((call) => call.split(' ')[0])).toEqual(['pack', 'merge', 'setHidden', 'merge', 'list']);
  });

  it.each<[string, Answers[keyof Answers]]>([
    ['an error', fail],
    ['nothing', () => undefined],
    ['a page', () => '<html>'],
    ['half a text', () => JSON.stringify([ROW]).slice(0, -9)],
    ['an object', () => '{"rows":[]}'],
    ['a row of too few values', () => JSON.stringify([[FILM, 2, 3]])],
    ['places that are no JSON', () => JSON.stringify([ROW.with(4, '{')])],
    ['places of another kind', () => JSON.stringify([ROW.with(4, '{"at":1}')])],
    ['an impossible length', () => JSON.stringify([ROW.with(1, -5)])],
    ['rows that are no text', () => [ROW]],
  ])('plays without a place where a read is answered by %s, and with it at the next right answer', async (_, pack) => {
    const { answers, readPlace } = openSite({ pack });
    expect(await readPlace()).toBeNull();
    answers.pack = () => JSON.stringify([ROW]);
    expect(await readPlace()).toBe(700);
  });

  it.each<[string, Answers[keyof Answers]]>([
    ['an error', fail],
    ['nothing', () => undefined],
    ['no word of the save', () => ({ merged: [], unknown: [] })],
    ['another title', () => ({ merged: [[UNKNOWN, STATE]], unknown: [] })],
    ['a state that is none', () => ({ merged: [[FILM, { at: 3 }]], unknown: [] })],
    ['a text', () => '[]'],
    // The catalogue has it.
    ['a title that stays unknown', () => ({ merged: [], unknown: [FILM] })],
  ])('refuses a save that is answered by %s', async (_, merge) => {
    const { answers, save } = openSite({ merge });
    expect((await save()).status).toBe(503);
    answers.merge = () => ({ merged: [[FILM, STATE]], unknown: [] });
    const { data } = await parseAnswer(saveProgress, await save());
    expect(data.map(({ id }) => id)).toEqual([FILM]);
  });

  it('forgets a save of a title that the catalogue does not have', async () => {
    const { save } = openSite({ merge: () => ({ merged: [], unknown: [UNKNOWN] }) });
    expect((await parseAnswer(saveProgress, await save(UNKNOWN))).data).toEqual([]);
  });
});

describe('the wait for objects', () => {
  const pack = () => JSON.stringify([ROW]);
  const PAUSE = RETRY_AFTER_SECONDS * 1000;
  /** True if the answer has the profile's places, false if it has none; null while the store waits for the object. */
  async function read({ store }: ReturnType<typeof openObjects>, profile: string): Promise<boolean | null> {
    let answer: boolean | null = null;
    void store.table(profile).then((table) => (answer = JSON.stringify(table.queryChunks).includes('700')));
    await vi.advanceTimersByTimeAsync(0);
    return answer;
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  it('ends within a second, for a read sooner', async () => {
    expect(Math.max(DEADLINES.near, DEADLINES.save)).toBeLessThan(1000);
    const { store } = openObjects({});
    const settled: string[] = [];
    const note = (name: string, work: Promise<unknown>) =>
      void work.then(
        () => settled.push(`${name}: answered`),
        (cause: unknown) => settled.push(`${name}: ${String(cause)}`),
      );
    note('read', store.table('u1'));
    note('save', store.merge('u2', new Map([[FILM, STATE]]), NOW));
    note('hide', store.setHidden('u3', FILM, NOW));
    note('list', store.list('u4'));
    await vi.advanceTimersByTimeAsync(DEADLINES.near);
    expect(settled).toEqual(['read: answered']);
    await vi.advanceTimersByTimeAsync(DEADLINES.save - DEADLINES.near);
    expect(settled.slice(1).map((line) => line.replace(/:.*OutageError.*/, ': refused'))).toEqual([
      'save: refused',
      'hide: refused',
      'list: refused',
    ]);
  });

  it('is one for each pause, concurrent reads included, and ends with the first answer', async () => {
    const objects = openObjects({});
    expect([await read(objects, 'u1'), await read(objects, 'u1')]).toEqual([null, null]);
    await vi.advanceTimersByTimeAsync(DEADLINES.near);
    expect([await read(objects, 'u1'), await read(objects, 'u1')]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(PAUSE);
    // One tries; the others do not wait with it.
    expect([await read(objects, 'u1'), await read(objects, 'u1')]).toEqual([null, false]);
    await vi.advanceTimersByTimeAsync(DEADLINES.near);
    objects.answers.pack = pack;
    expect(await read(objects, 'u1')).toBe(false);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect([await read(objects, 'u1'), await read(objects, 'u1')]).toEqual([true, true]);
    expect(objects.requests).toHaveLength(5);
  });

  it('ends with a save that is answered', async () => {
    const objects = openObjects({ merge: () => ({ merged: [[FILM, STATE]], unknown: [] }) });
    await read(objects, 'u1');
    await vi.advanceTimersByTimeAsync(DEADLINES.near);
    objects.answers.pack = pack;
    expect(await read(objects, 'u1')).toBe(false);
    await objects.store.merge('u1', new Map([[FILM, STATE]]), NOW);
    expect(await read(objects, 'u1')).toBe(true);
  });

  it('is one account’s own, until several hang in a row', async () => {
    const objects = openObjects({});
    const hang = async (...profiles: string[]) => {
      objects.answers.pack = never;
      for (const profile of profiles) await read(objects, profile);
      await vi.advanceTimersByTimeAsync(DEADLINES.near);
      objects.answers.pack = pack;
    };
    await hang('u1', 'u2');
    expect([await read(objects, 'u1'), await read(objects, 'u3')]).toEqual([false, true]);
    await hang('u4', 'u5', 'u6');
    expect([await read(objects, 'u3'), await read(objects, 'u7')]).toEqual([false, false]);
    objects.answers.pack = never;
    await vi.advanceTimersByTimeAsync(PAUSE);
    // In an outage one visitor of the whole site tries.
    expect([await read(objects, 'u8'), await read(objects, 'u9'), await read(objects, 'u1')]).toEqual([
      null,
      false,
      false,
    ]);
    await vi.advanceTimersByTimeAsync(DEADLINES.near + PAUSE);
    objects.answers.pack = pack;
    expect([await read(objects, 'u9'), await read(objects, 'u7'), await read(objects, 'u1')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('forgets old failures, and not what it forgets them for', async () => {
    const objects = openObjects({});
    for (let user = 0; user < 1200; user += 1) {
      await read(objects, `u${String(user)}`);
      if (user % 2 === 0) continue;
      await vi.advanceTimersByTimeAsync(DEADLINES.near);
      objects.answers.pack = pack;
      expect(await read(objects, 'free')).toBe(true);
      delete objects.answers.pack;
    }
    expect(await read(objects, 'u1199')).toBe(false);
    expect(await read(objects, 'u0')).toBeNull();
  });
});
