import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWorker } from '../../../tools/lib/own-worker.ts';
import { runCron } from '../../../src/app/cron.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { exportAccount } from '../../../src/features/personal-data/contract.ts';
import { listComments, rateTitle } from '../../../src/features/comments/contract.ts';
import { addToList, getMyList, removeFromList } from '../../../src/features/lists/contract.ts';
import { getContinue, getWatched, hideProgress, saveProgress } from '../../../src/features/progress/contract.ts';
import { createProgress, mergeProgress, type Progress } from '../../../src/features/progress/progress.ts';
import { MAX_UNMEASURED_SECONDS } from '../../../src/features/progress/watched.ts';
import { getCart } from '../../../src/features/paywall/contract.ts';
import { RETRY_AFTER_SECONDS } from '../../../src/platform/config/deadlines.ts';
import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import { sha256 } from '../../../src/platform/http/hash.ts';
import { KIDS_COOKIE, KIDS_TITLES_MAX } from '../../../src/platform/http/session/kids.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { SAVES_MAX } from '../../../src/features/progress/progress-storage.ts';
import { parseAnswer } from '../../support/site/api.ts';
import { migrationStatements } from '../../support/database/migration-statements.ts';
import { openNodePlatform } from '../../support/site/platform.ts';
import { buildInsertText, type Row } from '../../support/database/rows.ts';

/** Both stores pass the same tests: a table of node:sqlite, and a Durable Object for each account in workerd. */
interface Host {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  run: (statements: string[]) => Promise<unknown>;
  tick: () => Promise<unknown>;
  stop: () => Promise<unknown>;
  /** The alarm of a profile's object, where there is one. */
  ring?: (profile: string) => Promise<unknown>;
  /** Gives the number of the object's reads until now. */
  hang?: (profile: string, isHanging: boolean) => Promise<number>;
}

async function openTable(): Promise<Host> {
  const { env, ctx, dispose } = await openNodePlatform();
  const app = createWorker(() => Promise.resolve(new Response(null, { status: 404 })));
  return {
    fetch: (path, init) => app(new Request(`http://localhost${path}`, init), env, ctx),
    run: (statements) => env.DB.batch(statements.map((statement) => env.DB.prepare(statement))),
    tick: () => runCron(env, '*/2 * * * *'),
    stop: dispose,
  };
}

/** An object that fails each call: a part of the host is down. */
const FAILED = () => Promise.reject(new Error('the object is down'));
const DOWN = {
  idFromName: (name: string) => name,
  get: () => ({ merge: FAILED, setHidden: FAILED, forgetSeen: FAILED, list: FAILED, pack: FAILED, erase: FAILED }),
} as unknown as DurableObjectNamespace;

async function openObjects(): Promise<Host> {
  const worker = await (await bundleWorker('tests/support/workers/rooms.wrangler.toml'))();
  const { origin } = worker;
  const run = (statements: string[]) =>
    fetch(`${origin}/prepare`, { method: 'POST', body: JSON.stringify(statements) });
  await run(migrationStatements());
  return {
    fetch: (path, init) => fetch(origin + path, init),
    run,
    tick: () => fetch(`${origin}/cron`),
    ring: (profile) => fetch(`${origin}/ring?${profile}`),
    hang: async (profile, isHanging) =>
      Number(await (await fetch(`${origin}/${isHanging ? 'hang' : 'mend'}?${profile}`)).text()),
    stop: () => worker.stop(),
  };
}

const NOW = Math.floor(Date.now() / 1000);
const [FILM, SERIES, FIRST, SECOND] = [1, 2, 3, 4];
const LENGTH = 6000;
const title = (id: number, kind: string, more: Row = {}) =>
  buildInsertText('titles', { id, kind, access: 'free', media: kind === 'series' ? null : 'clip-1', ...more });
const CATALOGUE = [
  title(FILM, 'movie'),
  title(SERIES, 'series'),
  title(FIRST, 'episode', { series_id: 2, season: 1, number: 1 }),
  title(SECOND, 'episode', { series_id: 2, season: 1, number: 2 }),
];
const addUser = (id: number, mobile: string) =>
  buildInsertText('users', { id, mobile, subscribed_until: NOW + 9000, ref: id });
const addSession = async (token: string, user_id: number) =>
  buildInsertText('sessions', {
    ...{ token_hash: await sha256(token), user_id },
    ...{ created_at: NOW, expires_at: NOW + 86_400, stepped_up_at: NOW },
  });
/** A place that was saved before the account's object. */
const addOldPlace = (user: number, title_id: number, at: number) =>
  buildInsertText('progress', {
    ...{ profile: `u${String(user)}`, title_id, duration: LENGTH, at, last: NOW - 999, furthest: at },
    points: JSON.stringify([{ at, when: NOW - 999 }]),
  });

const STORES: [string, () => Promise<Host>][] = [
  ['a table on Node', openTable],
  ['an object for each account in workerd', openObjects],
];
describe.each(STORES)('progress in %s', (store, open) => {
  let host: Host;
  let users = 0;
  beforeAll(async () => {
    host = await open();
    await host.run(CATALOGUE);
  });
  afterAll(() => host.stop());

  type Who = Record<string, string>;
  async function visitor(): Promise<{ id: number; who: Who }> {
    users += 1;
    const [id, token] = [users, `token-${String(users)}`];
    const mobile = `0912${String(id).padStart(7, '0')}`;
    await host.run([addUser(id, mobile), await addSession(token, id)]);
    return { id, who: { authorization: `Bearer ${token}` } };
  }
  const kid = async (letter: string) => ({
    cookie: `${KIDS_COOKIE}=${await kidsToken('a-key-for-tests-only', { id: letter.repeat(22), on: true })}`,
  });
  async function send<C extends Call>(
    call: C,
    input: Input<C> & Record<string, unknown>,
    who: Who,
  ): Promise<Output<C>> {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(input[name]));
    const isPost = call.method === 'POST';
    const headers = { ...who, ...(isPost && { 'content-type': 'application/json' }) };
    const init = { method: call.method, headers, ...(isPost && { body: JSON.stringify(input) }) };
    return parseAnswer(call, await host.fetch(`/api/v1${path}`, init));
  }
  const save = async (id: number, state: Progress, who: Who) =>
    (
      await send(
        saveProgress,
        { now: Math.floor(Date.now() / 1000), titles: [{ id, ...state, points: [...state.points] }] },
        who,
      )
    ).data[0];
  const watch = (at: number, ago: number, isRewound = false) => createProgress(at, LENGTH, NOW - ago, isRewound);
  const places = (state: { points: readonly { at: number }[] } | undefined) => state?.points.map(({ at }) => at);
  const continued = async (who: Who) => (await send(getContinue, {}, who)).data.map(({ id, at }) => [id, at]);

  it('merges late, repeated and simultaneous saves to one state, and keeps accounts and children apart', async () => {
    const { who } = await visitor();
    const states = [watch(3000, 900), watch(600, 500, true), watch(1200, 400), watch(900, 300), watch(4000, 950)];
    const expected = states.reduce(mergeProgress);
    await Promise.all([...states, ...states].reverse().map((state) => save(FILM, state, who)));
    expect(places(await save(FILM, watch(3000, 900), who))).toEqual(places(expected));
    expect(await save(99, watch(100, 100), who)).toBeUndefined();
    const stranger = await visitor();
    expect(await continued(stranger.who)).toEqual([]);
    const child = await kid('c');
    await save(FIRST, watch(70, 60), child);
    expect([await continued(child), await continued(who)]).toEqual([[[FIRST, 70]], [[FILM, 1200]]]);
  });

  it('waits once for an object that hangs, keeps saves meanwhile, and has all places when it answers again', async () => {
    if (!host.hang) return;
    const { id, who } = await visitor();
    const profile = `u${String(id)}`;
    await save(FILM, watch(1000, 500), who);
    const readPlaces = async () =>
      places((await send(getCart, { type: 'movie', id: FILM }, who)).data.data.play?.progress ?? undefined);
    expect(await readPlaces()).toEqual([1000]);
    const before = await host.hang(profile, true);
    const began = performance.now();
    expect(await readPlaces()).toBeUndefined();
    for (let time = 0; time < 4; time += 1) expect(await readPlaces()).toBeUndefined();
    const pauses = 1 + Math.floor((performance.now() - began) / (RETRY_AFTER_SECONDS * 1000));
    // An answered save ends the pause.
    expect(places(await save(FILM, watch(2000, 400), who))).toEqual([2000]);
    const reads = (await host.hang(profile, false)) - before;
    expect([reads >= 1, reads <= pauses]).toEqual([true, true]);
    expect(await readPlaces()).toEqual([2000]);
  });

  it('keeps what a child watched last, as many titles as it may, and all of an account', async () => {
    const ids = Array.from({ length: KIDS_TITLES_MAX + 10 }, (_, index) => 1000 + index);
    await host.run(ids.map((id) => title(id, 'movie')));
    const titles = ids.map((id, index) => ({ id, ...watch(70, 9000 - index), seen: NOW - 9000, points: [] }));
    const { who } = await visitor();
    for (const viewer of [await kid('m'), who]) {
      for (let from = 0; from < titles.length; from += SAVES_MAX)
        await send(saveProgress, { now: NOW, titles: titles.slice(from, from + SAVES_MAX) }, viewer);
      const seen = async (id: number) => (await save(id, watch(90, 8000), viewer))?.seen;
      // The first of a child was dropped, and a save of it begins again.
      expect(await seen(ids.at(-1) ?? 0)).not.toBe(0);
      expect((await seen(ids[0] ?? 0)) === 0).toBe(viewer !== who);
    }
  });

  it('forgets a child a year after the last save, and not before', async () => {
    // A table's rows of children go by the cron.
    if (!host.ring) return;
    const YEAR = 366 * 86_400;
    const [gone, remaining] = [await kid('g'), await kid('h')];
    await save(FIRST, watch(70, YEAR), gone);
    await save(FIRST, watch(70, YEAR), remaining);
    await save(FILM, watch(80, 60), remaining);
    for (const letter of 'gh') await host.ring(`k${letter.repeat(22)}`);
    const rows = async (who: Who) => (await continued(who)).length;
    expect([await rows(gone), await rows(remaining)]).toEqual([0, 2]);
    // The object that was emptied is one that works.
    await save(FILM, watch(90, 30), gone);
    expect(await continued(gone)).toEqual([[FILM, 90]]);
  });

  it('saves nothing beside rows of before that it cannot read, and takes them over with the next save', async () => {
    const { id, who } = await visitor();
    await host.run([addOldPlace(id, FILM, 2000), 'ALTER TABLE progress RENAME TO away']);
    await expect(save(FILM, watch(100, 50), who)).rejects.toThrow();
    await host.run(['ALTER TABLE away RENAME TO progress']);
    expect(places(await save(FILM, watch(100, 50), who))).toEqual([2000, 100]);
  });

  it('lists what to go on with and what was watched, with what comes next', async () => {
    const { who } = await visitor();
    await save(FILM, watch(1000, 500), who);
    await save(FIRST, watch(LENGTH, 400), who);
    expect(await continued(who)).toEqual([
      [SECOND, 0],
      [FILM, 1000],
    ]);
    const cart = async (type: 'movie' | 'series', id: number) =>
      (await send(getCart, { type, id }, who)).data.data.play;
    expect((await cart('series', SERIES))?.playing?.id).toBe(SECOND);
    expect(places((await cart('movie', FILM))?.progress ?? undefined)).toEqual([1000]);
    expect((await send(getWatched, {}, who)).data.map(({ id }) => id)).toEqual([FIRST]);

    await send(hideProgress, { id: FILM }, who);
    expect(await continued(who)).toEqual([[SECOND, 0]]);
    await send(hideProgress, { id: FILM, undo: true }, who);
    const list = async (name: 'watching' | 'watched') => {
      const { data, meta } = await send(getMyList, { list: name, page: 1 }, who);
      return [data.map(({ id }) => id), meta.total];
    };
    expect([await list('watching'), await list('watched')]).toEqual([
      [[FILM], 1],
      [[FIRST], 1],
    ]);
    expect((await send(addToList, { list: 'watched', id: FILM }, who)).data).toEqual(['watched']);
    expect((await send(removeFromList, { list: 'watched', id: FIRST }, who)).data).toEqual([]);
    expect(await list('watched')).toEqual([[FILM], 1]);
  });

  it('counts how far a viewer has been, for ratings and comments, over a rewind', async () => {
    const { id, who } = await visitor();
    const begin = (titleId: number) =>
      buildInsertText('progress', {
        ...{ profile: `u${String(id)}`, title_id: titleId, duration: 0, measured_at: NOW - LENGTH },
      });
    await host.run([begin(FILM), begin(FIRST)]);
    const rate = (titleId: number) => send(rateTitle, { id: titleId, stars: 5 }, who);
    await save(FIRST, watch(0.69 * LENGTH, 100), who);
    await expect(rate(FIRST)).rejects.toThrow('rating_not_watched');
    await save(FILM, watch(0.7 * LENGTH, 90), who);
    await save(FILM, watch(30, 80, true), who);
    expect((await send(listComments, { id: FILM }, who)).viewer).toMatchObject({
      can_rate: true,
      watched_to: 0.7 * LENGTH,
    });
    expect((await rate(FILM)).data.votes).toBe(1);
    // By the server's clock no time has passed since the last save, or since the first.
    for (const title of [FIRST, SECOND]) {
      for (const ago of [50, 20]) await save(title, watch(LENGTH, ago, true), who);
      await expect(rate(title)).rejects.toThrow('rating_not_watched');
    }
  });

  it('takes over the rows of the time before, and merges with them', async () => {
    const { id, who } = await visitor();
    await host.run([addOldPlace(id, FILM, 2000), addOldPlace(id, FIRST, 500)]);
    const [one, two] = await Promise.all([save(FILM, watch(100, 50), who), save(FIRST, watch(700, 40), who)]);
    expect([places(one), places(two)]).toEqual([[2000, 100], [700]]);
    await host.run([
      `UPDATE progress SET at = 1, points = '[]' WHERE profile = 'u${String(id)}' AND title_id = ${String(FILM)}`,
    ]);
    const isObject = store.includes('object');
    expect(await continued(who)).toEqual(
      isObject
        ? [
            [FIRST, 700],
            [FILM, 2000],
          ]
        : expect.anything(),
    );
  });

  it('is exported whole and without internals, and erased with the account for good', async () => {
    const { id, who } = await visitor();
    const stranger = await visitor();
    for (const each of [who, stranger.who]) await save(FILM, watch(1000, 500), each);
    const exported = async (each: Who) => (await send(exportAccount, {}, each)).tables['progress'];
    expect(await exported(who)).toEqual([
      {
        title_id: FILM,
        duration: LENGTH,
        since: 0,
        seen: 0,
        points: JSON.stringify([{ at: 1000, when: NOW - 500 }]),
        at: 1000,
        last: NOW - 500,
        hidden_at: 0,
        furthest: 1000,
        watched: MAX_UNMEASURED_SECONDS,
        measured_at: expect.any(Number) as number,
      },
    ]);
    await host.run([`UPDATE users SET erase_at = 1 WHERE id = ${String(id)}`]);
    await host.tick();
    // A session that outlives its account finds nothing, and none of the old rows come back.
    await host.run([await addSession('late', id)]);
    const late = { authorization: 'Bearer late' };
    expect([await continued(late), await exported(late)]).toEqual([[], []]);
    expect(await continued(stranger.who)).toEqual([[FILM, 1000]]);
  });
});

it('plays without a place, and keeps no save by mistake, while the account’s object is down', async () => {
  const { env, ctx, dispose } = await openNodePlatform();
  const app = createWorker(() => Promise.resolve(new Response(null, { status: 404 })));
  await env.DB.batch(
    [...CATALOGUE, addUser(1, '09120000001'), await addSession('token', 1)].map((statement) =>
      env.DB.prepare(statement),
    ),
  );
  const ask = ({ path, method }: Call, input: object = {}) => {
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
    const init = { method, headers, ...(method === 'POST' && { body: JSON.stringify(input) }) };
    return app(new Request(`http://localhost/api/v1${path}`, init), { ...env, PROGRESS: DOWN }, ctx);
  };
  const cart = await parseAnswer(getCart, await ask(getCart, { type: 'movie', id: FILM }));
  expect([cart.data.data.play !== null, cart.data.data.play?.progress]).toEqual([true, null]);
  const titles = [{ id: FILM, ...createProgress(600, LENGTH, NOW, false) }];
  expect((await ask(saveProgress, { now: NOW, titles })).status).toBeGreaterThanOrEqual(500);
  expect((await ask(exportAccount)).status).toBeGreaterThanOrEqual(500);
  await dispose();
});
