import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KIDS_COOKIE, KIDS_COOKIE_SECONDS, KIDS_MAX_AGE } from '../../../src/platform/http/session/kids.ts';
import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import { getContinue, getWatched, hideProgress, saveProgress } from '../../../src/features/progress/contract.ts';
import { NO_PROGRESS, getPosition, createProgress, type Progress } from '../../../src/features/progress/progress.ts';
import { getCart } from '../../../src/features/paywall/contract.ts';
import { createApp } from '../../../src/app/api.ts';
import { type ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import { runCron } from '../../../src/app/cron.ts';
import { browserSession } from '../../../src/app/browser-session.ts';
import { kidsToken } from '../../../src/platform/http/session/kids-cookie.ts';
import { parseAnswer, buildRequest, parseFailure } from '../../support/site/api.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

const NOW = 1_800_000_000;
const FILM = 10;
const OTHER = 52;
/** Episodes of one series, in order; the last of its season is followed by the first of the next. */
const SERIES_OF = 'SELECT id FROM titles WHERE series_id = 201 AND release = ? ORDER BY season, number';

let site: CatalogueFixture;
let door: ApiFetch;
let episodes: number[];
const clock = { now: NOW };
beforeAll(async () => {
  site = await openCatalogue(NOW);
  const app = createApp({ now: () => clock.now });
  door = browserSession(async (request, env, ctx) => app.fetch(request, env, ctx));
  const { results } = await site.env.DB.prepare(SERIES_OF).bind('released').all<{ id: number }>();
  episodes = results.map(({ id }) => id);
});
afterAll(() => site.dispose());

type Who = Record<string, string>;
let visitors = 0;
async function visitor(): Promise<Who> {
  visitors += 1;
  return { authorization: `Bearer ${await signIn(site.env, NOW, NOW + 10_000 + visitors)}` };
}
async function child(): Promise<Who> {
  visitors += 1;
  const id = `child${String(visitors)}`.padEnd(22, '-');
  return { cookie: `${KIDS_COOKIE}=${await kidsToken('a-key-for-tests-only', { id, on: true })}` };
}

const raw = (call: Call, input: Record<string, unknown>, who: Who) =>
  door(buildRequest(call.path, { ...(call.method === 'POST' && { body: input }), headers: who }), site.env, site.ctx);
const send = async <C extends Call>(call: C, input: Input<C> & Record<string, unknown>, who: Who): Promise<Output<C>> =>
  parseAnswer(call, await raw(call, input, who));
const save = (id: number, state: Progress, who: Who, now = clock.now) =>
  send(saveProgress, { now, titles: [{ id, ...state, points: [...state.points] }] }, who);
/** A save of a place, at a moment by the sender's clock, of a title of a hundred minutes. */
const watch = async (id: number, at: number, who: Who, { rewound = false, when = clock.now } = {}) => {
  const { data } = await save(id, createProgress(at, 6000, when, rewound), who);
  return data[0] ? getPosition(data[0]) : null;
};
const continued = async (who: Who) => (await send(getContinue, {}, who)).data.map(({ id, at }) => [id, at]);

describe('a saved place', () => {
  it('never goes back by accident, and does by a newer rewind', async () => {
    const who = await visitor();
    expect(await watch(FILM, 3000, who)).toBe(3000);
    clock.now += 100;
    expect(await watch(FILM, 600, who)).toBe(3000);
    expect(await watch(FILM, 300, who, { rewound: true })).toBe(300);
    // A save of before the rewind that was long on its way, and an offline phone that was watched after it.
    expect(await watch(FILM, 3300, who, { when: clock.now - 50 })).toBe(300);
    clock.now += 100;
    expect(await watch(FILM, 4000, who, { when: clock.now - 20 })).toBe(4000);
  });

  it('is corrected by how wrong the sender’s clock is, and never lies in the future', async () => {
    const who = await visitor();
    await watch(FILM, 300, who, { rewound: true });
    clock.now += 100;
    // A phone whose clock is a day ahead saved this an hour before it is sent: before the rewind.
    const theirs = clock.now + 86_400;
    const late = await save(FILM, createProgress(5000, 6000, theirs - 3600, false), who, theirs);
    expect(late.data.map(getPosition)).toEqual([300]);
    const ahead = await save(FILM, createProgress(100, 6000, clock.now + 86_400, true), who);
    expect(ahead.data[0]?.since).toBe(clock.now);
  });

  it('survives many devices that save at the same moment', async () => {
    const who = await visitor();
    const places = Array.from({ length: 8 }, (_, at) => 600 + at * 100);
    await Promise.all(places.map((at) => watch(FILM, at, who)));
    expect(await continued(who)).toEqual([[FILM, 1300]]);
  });

  it('is passed over where there is no such title, and refused where it is none', async () => {
    const who = await visitor();
    expect(await watch(999_999, 300, who)).toBeNull();
    for (const titles of [
      [{ id: FILM }],
      [{ id: FILM, ...NO_PROGRESS, duration: -1 }],
      [{ id: FILM, ...NO_PROGRESS, points: Array.from({ length: 9 }, () => ({ at: 1, when: 1 })) }],
      [{ id: FILM, ...NO_PROGRESS, points: [{ at: 'x', when: 1 }] }],
      Array.from({ length: 51 }, () => ({ id: FILM, ...NO_PROGRESS })),
    ]) {
      expect((await parseFailure(await raw(saveProgress, { now: NOW, titles }, who))).code).toBe('invalid_input');
    }
  });

  it('is of somebody: a guest keeps it in the browser', async () => {
    for (const [call, input] of [
      [saveProgress, { now: NOW, titles: [] }],
      [getContinue, {}],
      [getWatched, {}],
      [hideProgress, { id: FILM }],
    ] as const) {
      expect((await parseFailure(await raw(call, input, {}))).code).toBe('unauthenticated');
    }
  });

  it('is each profile’s own, a kids session’s apart from the account’s', async () => {
    const [mine, theirs] = [await visitor(), await visitor()];
    await watch(OTHER, 600, mine);
    expect(await continued(theirs)).toEqual([]);
    const { results } = await site.env.DB.prepare("SELECT id FROM titles WHERE age <= ? AND kind = 'movie' LIMIT 1")
      .bind(KIDS_MAX_AGE)
      .all<{ id: number }>();
    const forAll = results[0]?.id ?? 0;
    const kid = { ...mine, ...(await child()) };
    await watch(forAll, 300, kid);
    // A title that a child may not see is not shown, whatever was sent.
    await watch(OTHER, 300, kid);
    expect(await continued(kid)).toEqual([[forAll, 300]]);
    expect(await continued(mine)).toEqual([[OTHER, 600]]);
  });
});

describe('what to go on with', () => {
  it('is what was watched last, and what was hidden only once it is watched again', async () => {
    const who = await visitor();
    await watch(FILM, 600, who);
    clock.now += 10;
    await watch(OTHER, 900, who);
    expect(await continued(who)).toEqual([
      [OTHER, 900],
      [FILM, 600],
    ]);
    await send(hideProgress, { id: OTHER }, who);
    expect(await continued(who)).toEqual([[FILM, 600]]);
    await send(hideProgress, { id: OTHER, undo: true }, who);
    expect(await continued(who)).toHaveLength(2);
    await send(hideProgress, { id: OTHER }, who);
    clock.now += 10;
    // Hidden is not unwatched: playback continues where it stopped.
    expect(await watch(OTHER, 910, who)).toBe(910);
    expect(await continued(who)).toHaveLength(2);
  });

  it('leaves out what was only glanced at, and moves what was seen to its end', async () => {
    const who = await visitor();
    await watch(FILM, 3, who);
    clock.now += 10;
    await watch(OTHER, 5900, who);
    expect(await continued(who)).toEqual([]);
    expect((await send(getWatched, {}, who)).data.map(({ id }) => id)).toEqual([OTHER]);
    // Watched again, it is on both.
    clock.now += 10;
    await watch(OTHER, 120, who, { rewound: true });
    expect(await continued(who)).toEqual([[OTHER, 120]]);
    expect((await send(getWatched, {}, who)).data).toHaveLength(1);
  });

  it('of a series is one card: the episode in its middle, else the next one, hidden by the one before it', async () => {
    const who = await visitor();
    const [first = 0, second = 0, third = 0] = episodes;
    await watch(first, 600, who);
    clock.now += 10;
    await watch(second, 5990, who);
    const { data } = await send(getContinue, {}, who);
    expect(data.map(({ id, at, of }) => [id, at, of])).toEqual([[third, 0, second]]);
    await send(hideProgress, { id: second }, who);
    expect(await continued(who)).toEqual([]);
    clock.now += 10;
    await watch(third, 60, who);
    expect(await continued(who)).toEqual([[third, 60]]);
  });

  it('of a series never leads to an episode that is not out, nor to one without media', async () => {
    const who = await visitor();
    const [first = 0, second = 0] = episodes;
    const change = (set: string) => site.env.DB.prepare(`UPDATE titles SET ${set} WHERE id = ?`).bind(second).run();
    const play = async () => (await send(getCart, { id: 201, type: 'series' }, who)).data.data.play;
    await watch(first, 5990, who);
    expect((await play())?.playing?.id).toBe(second);
    const { media } = (await site.env.DB.prepare('SELECT media FROM titles WHERE id = ?').bind(second).first()) ?? {};
    await change('media = NULL');
    expect(await play()).not.toBeNull();
    expect(await continued(who)).not.toContainEqual([second, 0]);
    await change(`media = '${String(media)}', release = 'not_released'`);
    clock.now += 10;
    await watch(second, 600, who);
    const { playing, next } = (await play()) ?? {};
    expect([playing?.id, next?.id]).not.toContain(second);
    await change("release = 'released'");
    expect((await play())?.playing?.id).toBe(second);
  });

  it('of a series ends with its last episode', async () => {
    const who = await visitor();
    await watch(episodes.at(-1) ?? 0, 5990, who);
    expect(await continued(who)).toEqual([]);
  });
});

it('what children watched goes with their session, a year after its last use', async () => {
  const [who, kid] = [await visitor(), await child()];
  for (const one of [who, kid]) await watch(FILM, 600, one);
  const rows = async () =>
    (await site.env.DB.prepare("SELECT count(*) AS n FROM progress WHERE profile LIKE 'k%'").first<number>('n')) ?? 0;
  expect(await rows()).toBeGreaterThan(0);
  await runCron(site.env, '*/2 * * * *', () => clock.now + KIDS_COOKIE_SECONDS);
  expect(await rows()).toBe(0);
});
