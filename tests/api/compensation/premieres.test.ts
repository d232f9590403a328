import { beforeEach, describe, expect, it } from 'vitest';
import { publishDue } from '../../../src/features/catalogue/server/publish-due.ts';
import { tehranDate, tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { addRow } from '../../support/database/rows.ts';
import { FOLDER, openFaults } from '../../support/money/faults.ts';

const { platform, site, db, tick, listCases, readEnd: end } = await openFaults();
const DAY = 24 * 60 * 60;

beforeEach(() => {
  site.clock.now += 2 * DAY;
});

it('a film of the subscription that is not shown on its day concerns who has a subscription then', async () => {
  await site.sql('UPDATE screenings SET ends_at = ?', site.clock.now - 1).run();
  site.clock.now = tehranMidnight(tehranDate(site.clock.now)) + DAY - 60;
  const day = tehranDate(site.clock.now + 120);
  const id = 3_000;
  const film = { id, media: null, release_date: day, access: 'subscription', release: 'released' };
  await addRow(site.env.DB, 'all_titles', film);
  const subscriber = await site.visitor({ subscribedUntil: site.clock.now + 10 * DAY });
  const stranger = await site.visitor();
  const before = await end(subscriber.id);
  const rule = { COMPENSATE_RULES: 'title' };
  for (let looks = 0; looks < 8; looks += 1) await tick(120, rule);
  await site.sql('UPDATE all_titles SET media = ? WHERE id = ?', FOLDER, id).run();
  for (let looks = 0; looks < 2; looks += 1) await tick(120, rule);
  const last = (await listCases('subscription')).at(-1);
  expect(last).toMatchObject({ state: 'done', starts_at: tehranMidnight(day), subject: id });
  expect(last?.given).toBe(last?.people);
  expect(await end(subscriber.id)).toBe(before + DAY);
  expect(await end(stranger.id)).toBe(0);
  await site.sql('UPDATE all_titles SET release_date = NULL WHERE id = ?', id).run();
});

describe('a film that the desk planned for a second', () => {
  let films = 4_000;
  const plan = async (film: Record<string, unknown>, before: '0' | null = '0') => {
    await site.sql('UPDATE screenings SET ends_at = ?', site.clock.now - 1).run();
    site.clock.now = tehranMidnight(tehranDate(site.clock.now)) + DAY - 600;
    films += 100;
    const id = films;
    const day = tehranDate(site.clock.now);
    await addRow(site.env.DB, 'all_titles', {
      id,
      media: null,
      release: 'not_released',
      hidden: 1,
      rev: 1,
      release_date: day,
      ...film,
    });
    const hide = { title_id: id, field: 'hidden', before, after: '1', created_at: site.clock.now - DAY };
    await addRow(site.env.DB, 'title_changes', { id, ...hide });
    const times = { starts_at: site.clock.now + 60, created_at: site.clock.now - DAY };
    await addRow(site.env.DB, 'title_publications', { id, title_id: id, hide_id: id, needs_file: 1, ...times });
    return { id, ...times };
  };
  const appear = async (id: number) => {
    await site.sql('UPDATE all_titles SET media = ? WHERE id = ?', FOLDER, id).run();
    expect(await publishDue({ db, env: platform.env, now: site.clock.now })).toContain(id);
  };
  const listCasesFor = async (kind: string, id: number) =>
    (await listCases(kind)).filter(({ subject }) => subject === id);

  it('and waits for its file concerns who bought it, from its second to its publication after midnight', async () => {
    const { id, starts_at } = await plan({ access: 'subscription' });
    const [buyer] = await Promise.all([site.visitor(), site.visitor({ subscribedUntil: site.clock.now + 9 * DAY })]);
    const bought = { user_id: buyer.id, kind: 'title', item_id: id, title_id: id, bought_at: site.clock.now };
    await addRow(site.env.DB, 'purchases', bought);
    for (let looks = 0; looks < 8; looks += 1) await tick(120);
    const last = site.clock.now;
    expect(last).toBeGreaterThan(tehranMidnight(tehranDate(last)));
    expect(tehranDate(last)).not.toBe(tehranDate(starts_at));
    await appear(id);
    await tick(120);
    expect(await listCasesFor('title', id)).toMatchObject([{ state: 'proposed', starts_at, ends_at: last, people: 1 }]);
  });

  it('concerns all subscribers where its day was shown before, and nobody where it never was or was withdrawn', async () => {
    const draft = await plan({ access: 'subscription' }, null);
    const announced = await plan({ access: 'subscription' });
    const other = await plan({ access: 'subscription', release_date: null });
    const withdrawn = await plan({ access: 'subscription' });
    await site.sql('UPDATE title_publications SET withdrawn_at = 1 WHERE id = ?', withdrawn.id).run();
    for (let looks = 0; looks < 8; looks += 1) await tick(120);
    for (const { id } of [draft, other, withdrawn]) expect(await listCasesFor('subscription', id)).toEqual([]);
    await appear(announced.id);
    await tick(120);
    const [one] = await listCasesFor('subscription', announced.id);
    expect(one).toMatchObject({ state: 'proposed', starts_at: announced.starts_at });
    expect(one?.people).toBe(
      await site.count('users WHERE subscribed_until > ? AND cancelled_at IS NULL', announced.starts_at),
    );
  });
});

it('a film that is away on its day and comes after midnight is one fault up to then, and not another', async () => {
  await site.sql('UPDATE screenings SET ends_at = ?', site.clock.now - 1).run();
  site.clock.now = tehranMidnight(tehranDate(site.clock.now)) + DAY - 600;
  const [id, other] = [3_200, 3_201];
  const film = { release_date: tehranDate(site.clock.now), access: 'subscription', release: 'released' };
  for (const one of [id, other]) await addRow(site.env.DB, 'all_titles', { id: one, media: FOLDER, ...film });
  await tick(0);
  const set = (media: string | null, one: number) =>
    site.sql('UPDATE all_titles SET media = ? WHERE id = ?', media, one).run();
  await set(null, id);
  for (let looks = 0; looks < 8; looks += 1) await tick(120);
  const last = site.clock.now;
  await set(FOLDER, id);
  await set(null, other);
  for (let looks = 0; looks < 8; looks += 1) await tick(120);
  const cases = (await listCases('subscription')).filter(({ subject }) => subject === id || subject === other);
  expect(cases).toMatchObject([{ subject: id, state: 'proposed', starts_at: last - 7 * 120, ends_at: last }]);
});
