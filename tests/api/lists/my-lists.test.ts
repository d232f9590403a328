import { describe, expect, it } from 'vitest';
import { LIST_MAX, LIST_PREVIEW, TITLES_PER_PAGE } from '../../../src/platform/config/constants.ts';
import {
  addToList,
  getListsOfTitle,
  getMyList,
  getMyLists,
  removeFromList,
} from '../../../src/features/lists/contract.ts';
import { buyTitle, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { saveProgress } from '../../../src/features/progress/contract.ts';
import { parseFailure } from '../../support/site/api.ts';
import { CHEAP, FILM, OTHER_FILM, SERIES, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { addRows } from '../../support/database/rows.ts';

const { site } = await openShop();

const add = (list: string, id: number, who: Visitor) => {
  site.clock.now += 1;
  return site.call(addToList, { list, id }, who);
};
/** The player's save of a place, in seconds, in a title of ten minutes. */
const watch = (id: number, at: number, who: Visitor) => {
  site.clock.now += 1;
  const { now } = site.clock;
  const points = [{ at, when: now }];
  return site.call(saveProgress, { now, titles: [{ id, duration: 600, since: 0, seen: 0, points }] }, who);
};
const fetchIds = async (list: string, who: Visitor, page = 1) =>
  (await site.call(getMyList, { list, page }, who)).data.map(({ id }) => id);

describe('a list of one’s own', () => {
  it('holds what was added, the newest first, each title once', async () => {
    const who = await site.visitor();
    await add('later', FILM.id, who);
    await add('later', OTHER_FILM.id, who);
    expect((await add('later', FILM.id, who)).data).toEqual(['later']);
    expect(await fetchIds('later', who)).toEqual([FILM.id, OTHER_FILM.id]);
    expect((await site.call(getListsOfTitle, { id: FILM.id }, who)).data).toEqual(['later']);
    expect((await site.call(getListsOfTitle, { id: SERIES.id }, who)).data).toEqual([]);
  });

  it('gives up what is removed, and does not mind what it does not have', async () => {
    const who = await site.visitor();
    await add('later', FILM.id, who);
    for (let times = 0; times < 2; times += 1) {
      expect((await site.call(removeFromList, { list: 'later', id: FILM.id }, who)).data).toEqual([]);
    }
    expect(await fetchIds('later', who)).toEqual([]);
  });

  it('is nobody else’s', async () => {
    const [mine, theirs] = [await site.visitor(), await site.visitor()];
    await add('later', FILM.id, mine);
    expect(await fetchIds('later', theirs)).toEqual([]);
    await site.call(removeFromList, { list: 'later', id: FILM.id }, theirs);
    expect(await fetchIds('later', mine)).toEqual([FILM.id]);
  });

  it('of what is watched ends the watching', async () => {
    const who = await site.visitor();
    await watch(FILM.id, 300, who);
    await add('later', FILM.id, who);
    expect((await site.call(getListsOfTitle, { id: FILM.id }, who)).data).toEqual(['later', 'watching']);
    expect((await add('watched', FILM.id, who)).data).toEqual(['later', 'watched']);
    expect(await fetchIds('watching', who)).toEqual([]);
    // Marked by mistake: it is not seen, and starts from the beginning.
    expect((await site.call(removeFromList, { list: 'watched', id: FILM.id }, who)).data).toEqual(['later']);
  });

  it('of what is being watched is the player’s: removing hides a title and keeps its place, adding takes that back', async () => {
    const who = await site.visitor();
    expect((await add('watching', FILM.id, who)).data).toEqual([]);
    await watch(FILM.id, 300, who);
    const [card] = (await site.call(getMyList, { list: 'watching' }, who)).data;
    expect([card?.id, card?.progress]).toEqual([FILM.id, 0.5]);
    await site.call(removeFromList, { list: 'watching', id: FILM.id }, who);
    expect(await fetchIds('watching', who)).toEqual([]);
    expect((await add('watching', FILM.id, who)).data).toEqual(['watching']);
  });

  it('names the series of an episode', async () => {
    const who = await site.visitor();
    await site.sql("UPDATE titles SET name_fa = 'سریال', name_en = 'Show' WHERE id = ?", SERIES.id).run();
    await site.sql("UPDATE titles SET name_fa = 'قسمت', name_en = 'Part' WHERE id = 21").run();
    await watch(21, 300, who);
    const [card] = (await site.call(getMyList, { list: 'watching' }, who)).data;
    expect([card?.kind, card?.name_fa, card?.name_en]).toEqual(['episode', 'سریال، قسمت', 'Show, Part']);
  });

  it('refuses what is no title, no list, or bought', async () => {
    const who = await site.visitor();
    expect((await parseFailure(await site.ask(addToList, { list: 'later', id: 999 }, who))).code).toBe(
      'title_not_found',
    );
    for (const input of [
      { list: 'bought', id: FILM.id },
      { list: 'nothing', id: FILM.id },
      { list: 'later', id: 'x' },
      { list: 'later' },
    ]) {
      expect(await parseFailure(await site.ask(addToList, input, who))).toMatchObject({
        status: 422,
        code: 'invalid_input',
      });
    }
    expect((await site.ask(getMyList, { list: 'nothing' }, who)).status).toBe(422);
  });

  it('needs somebody: a guest is asked to sign in', async () => {
    for (const [call, input] of [
      [getMyLists, {}],
      [getMyList, { list: 'later' }],
      [getListsOfTitle, { id: 1 }],
      [addToList, { list: 'later', id: FILM.id }],
      [removeFromList, { list: 'later', id: FILM.id }],
    ] as const) {
      expect((await parseFailure(await site.ask(call, input))).code).toBe('unauthenticated');
    }
  });

  it('is full at its limit, also for clicks at the same moment; what is there already may come again', async () => {
    const who = await site.visitor();
    const rows = Array.from({ length: LIST_MAX - 1 }, (_, at) => ({ user_id: who.id, title_id: 10_000 + at }));
    await addRows(site.env.DB, 'user_lists', rows);
    const answers = await Promise.all(CHEAP.map(({ id }) => site.ask(addToList, { list: 'later', id }, who)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(CHEAP.length - 1);
    const [listedId] = await fetchIds('later', who);
    expect((await site.ask(addToList, { list: 'later', id: listedId ?? 0 }, who)).status).toBe(200);
  });
});

describe('the lists together', () => {
  it('are shown in their order with their newest titles and how many there are', async () => {
    const who = await site.visitor();
    for (const { id } of CHEAP) await add('later', id, who);
    const { data } = await site.call(getMyLists, {}, who);
    expect(data.map(({ list, total }) => [list, total])).toEqual([
      ['watching', 0],
      ['later', CHEAP.length],
      ['bought', 0],
      ['watched', 0],
    ]);
    expect(data[1]?.items.map(({ id }) => id)).toEqual(
      CHEAP.slice(-LIST_PREVIEW)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  it('come in pages', async () => {
    const who = await site.visitor();
    for (const { id } of CHEAP) await add('watched', id, who);
    const { data, meta } = await site.call(getMyList, { list: 'watched', page: 2 }, who);
    expect([data, meta]).toEqual([[], { page: 2, pages: 1, total: CHEAP.length, capped: false }]);
    expect(TITLES_PER_PAGE).toBeGreaterThan(CHEAP.length);
  });

  it('have what was bought and is still owned, newest first', async () => {
    const who = await site.visitor();
    const charged = await site.call(chargeWallet, { amount: 200_000 }, who);
    await site.comeBack(await site.payAtGateway(charged.data.pay_url, 'pay'));
    for (const id of [FILM.id, OTHER_FILM.id]) {
      site.clock.now += 1;
      await site.call(buyTitle, { id, payment_method: 'wallet' }, who);
    }
    expect(await fetchIds('bought', who)).toEqual([OTHER_FILM.id, FILM.id]);
    // Rented for 48 hours.
    site.clock.now += 49 * 3600;
    expect(await fetchIds('bought', who)).toEqual([FILM.id]);
  });
});
