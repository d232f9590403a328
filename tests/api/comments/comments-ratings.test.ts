import { describe, expect, it } from 'vitest';
import { listComments, rateTitle } from '../../../src/features/comments/contract.ts';
import { addToList } from '../../../src/features/lists/contract.ts';
import { saveProgress } from '../../../src/features/progress/contract.ts';
import { MAX_PLAY_RATE } from '../../../src/features/progress/watched.ts';
import { parseFailure } from '../../support/site/api.ts';
import { FILM, openMoney, OTHER_FILM, SERIES, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';

const { platform, site } = await openShop();
const EPISODE = { id: 21 };
/** Of the films of the shop. Seconds. */
const LENGTH = 90 * 60;

const read = (id: number, who?: Visitor) => site.call(listComments, { id }, who);
/** One save at once. */
const claim = (who: Visitor, id: number, at: number, more: Record<string, unknown> = {}, on = site) => {
  const { now } = on.clock;
  const points = [{ at, when: now }];
  return on.call(saveProgress, { now, titles: [{ id, duration: LENGTH, since: 0, seen: 0, points, ...more }] }, who);
};
/** From the beginning, as fast as the player plays. */
const watch = async (who: Visitor, id: number, to: number, more: Record<string, unknown> = {}) => {
  await claim(who, id, 0, more);
  site.clock.now += Math.ceil(to / MAX_PLAY_RATE);
  await claim(who, id, to, more);
};

describe('a rating', () => {
  const rate = (who: Visitor, stars: unknown, id: number = FILM.id) => site.ask(rateTitle, { id, stars }, who);

  it('is given by who has watched 70 %, not 69 %', async () => {
    const who = await site.visitor();
    await watch(who, FILM.id, Math.floor(LENGTH * 0.69));
    expect(await parseFailure(await rate(who, 5))).toMatchObject({ status: 403, code: 'rating_not_watched' });
    expect((await read(FILM.id, who)).viewer).toMatchObject({ can_rate: false, stars: null });
    await claim(who, FILM.id, Math.round(LENGTH * 0.7));
    expect((await rate(who, 5)).status).toBe(403);
    // A jump does not count, and what is watched after it does.
    site.clock.now += 60;
    await claim(who, FILM.id, Math.round(LENGTH * 0.7) + 60);
    expect((await rate(who, 5)).status).toBe(200);
    expect((await read(FILM.id, who)).viewer).toMatchObject({ can_rate: true, stars: 5 });
  });

  it('is not given by who never began, marked the title as seen, or watched in a kids session', async () => {
    const [nobody, marker] = [await site.visitor(), await site.visitor()];
    await site.call(addToList, { list: 'watched', id: FILM.id }, marker);
    for (const who of [nobody, marker]) expect((await rate(who, 5)).status).toBe(403);
    // A length of nothing is not watching.
    await watch(nobody, FILM.id, 600, { duration: 0 });
    expect((await rate(nobody, 5)).status).toBe(403);
    await site.sql('UPDATE titles SET media = NULL WHERE id = 12').run();
    await watch(nobody, 12, LENGTH);
    expect((await rate(nobody, 5, 12)).status).toBe(403);
  });

  it('is not given for made-up places, however many, far and old', async () => {
    const who = await site.visitor();
    await claim(who, FILM.id, LENGTH);
    expect((await rate(who, 5)).status).toBe(403);
    for (const at of [0, LENGTH, 60, LENGTH / 2, LENGTH]) await claim(who, FILM.id, at, { since: site.clock.now });
    await claim(who, FILM.id, LENGTH, { points: [{ at: LENGTH, when: 1 }] });
    expect((await rate(who, 5)).status).toBe(403);
    expect((await read(FILM.id, who)).viewer).toMatchObject({ can_rate: false, watched_to: LENGTH });
  });

  it('is not given for a title that is said to be short, outside the demo', async () => {
    const strict = openMoney(platform, { DEMO: '' });
    const who = await strict.visitor();
    await claim(who, FILM.id, 60, { duration: 60 }, strict);
    expect((await strict.ask(rateTitle, { id: FILM.id, stars: 5 }, who)).status).toBe(403);
  });

  it('is given by a viewer who saved the title and watched it without a network', async () => {
    const who = await site.visitor();
    await claim(who, FILM.id, 0, { duration: 0, points: [] });
    site.clock.now += LENGTH;
    await claim(who, FILM.id, LENGTH);
    expect((await rate(who, 5)).status).toBe(200);
    await rate(who, 0);
  });

  it('counts once for each user, changes, and is taken back', async () => {
    const [one, two] = [await site.visitor(), await site.visitor()];
    for (const who of [one, two]) await watch(who, OTHER_FILM.id, LENGTH);
    const answers = await Promise.all(Array.from({ length: 5 }, () => rate(one, 5, OTHER_FILM.id)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    await rate(two, 3, OTHER_FILM.id);
    expect((await read(OTHER_FILM.id)).rating).toEqual({ votes: 2, average: 3.58 });
    await rate(two, 1, OTHER_FILM.id);
    expect((await read(OTHER_FILM.id)).rating).toEqual({ votes: 2, average: 3.42 });
    await rate(one, 0, OTHER_FILM.id);
    await rate(two, 0, OTHER_FILM.id);
    await rate(two, 0, OTHER_FILM.id);
    expect((await read(OTHER_FILM.id)).rating).toEqual({ votes: 0, average: null });
  });

  it('is 1 to 5, of a title that exists', async () => {
    const who = await site.visitor();
    await watch(who, FILM.id, LENGTH);
    for (const stars of [6, -1, 2.5, 'five', null, 1e9]) expect((await rate(who, stars)).status).toBe(422);
    expect((await rate(who, 5, 999)).status).toBe(404);
  });

  it('of a series is given by who has watched 70 % of its episodes', async () => {
    const who = await site.visitor();
    await watch(who, EPISODE.id, Math.floor(LENGTH * 0.69));
    expect((await rate(who, 4, SERIES.id)).status).toBe(403);
    await watch(who, EPISODE.id, LENGTH);
    expect((await rate(who, 4, SERIES.id)).status).toBe(200);
  });
});
