import { expect, it } from 'vitest';
import { holdTitle, LEASE_SECONDS } from '../../../src/features/catalogue/lease-contract.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, refuse, save, read } = await openDeskTitles();
const [FILM, OTHER] = [10, 11];
const [MINE, THEIRS] = ['tab-of-the-editor', 'tab-of-somebody-else'];
type Act = 'renew' | 'take' | 'leave';
const hold = async (id: number, who: 'editor' | 'sara', act: Act = 'renew', tab = who === 'sara' ? THEIRS : MINE) =>
  (await site.call(holdTitle, { id, tab, act }, as(who))).data;
const countActs = () =>
  site.sql("SELECT count(*) AS n FROM operator_audit WHERE action = 'holdTitle'").first<number>('n');

it('a lease names who edits, is renewed, taken over, told to who had it, and ends by itself', async () => {
  const since = site.clock.now;
  expect(await hold(FILM, 'editor')).toEqual({ is_own: true, operator: 'editor', began_at: since });
  expect(await hold(FILM, 'sara')).toEqual({ is_own: false, operator: 'editor', began_at: since });
  site.clock.now += LEASE_SECONDS - 1;
  expect((await hold(FILM, 'editor')).began_at).toBe(since);
  site.clock.now += LEASE_SECONDS - 1;
  expect(await hold(FILM, 'sara')).toMatchObject({ is_own: false, operator: 'editor' });
  expect(await hold(FILM, 'sara', 'take')).toMatchObject({ is_own: true, operator: 'sara', began_at: site.clock.now });
  expect(await hold(FILM, 'editor')).toMatchObject({ is_own: false, operator: 'sara' });
  const { rev } = await read(FILM);
  expect((await save(FILM, { name_en: 'Saved without the lease' })).rev).toBe(rev + 1);
  site.clock.now += LEASE_SECONDS;
  expect(await hold(FILM, 'editor')).toMatchObject({ is_own: true, operator: 'editor', began_at: site.clock.now });
  await hold(FILM, 'sara', 'leave');
  expect(await hold(FILM, 'sara')).toMatchObject({ is_own: false, operator: 'editor' });
  await hold(FILM, 'editor', 'leave');
  expect(await hold(FILM, 'sara')).toMatchObject({ is_own: true, operator: 'sara' });
});

it('a host whose clock is 90 seconds ahead sees a fresh lease as one', async () => {
  await hold(FILM, 'editor', 'take');
  site.clock.now += 90;
  expect(await hold(FILM, 'sara')).toMatchObject({ is_own: false, operator: 'editor' });
  site.clock.now -= 90;
  await hold(FILM, 'editor', 'leave');
});

it('one of several tabs at one moment has it, and renewals are no rows of the trail', async () => {
  const tabs = ['first-tab-of-four', 'second-tab-of-four', 'third-tab-of-four', 'fourth-tab-of-four'];
  const leases = await Promise.all(tabs.map((tab) => hold(OTHER, 'editor', 'renew', tab)));
  expect(leases.filter((lease) => lease.is_own)).toHaveLength(1);
  const before = await countActs();
  for (const tab of tabs) await hold(OTHER, 'editor', 'renew', tab);
  expect(await countActs()).toBe(before);
  await hold(OTHER, 'sara', 'take');
  expect(await countActs()).toBe((before ?? 0) + 1);
});

it('is refused without the permission, for nothing, and for another form', async () => {
  for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
    expect(await refuse(holdTitle, { id: FILM, tab: MINE }, as(role)), role).toBe('403 operator_role');
  expect(await refuse(holdTitle, { id: 999_999_999, tab: MINE }, as('editor'))).toBe('404 title_not_found');
  expect(await refuse(holdTitle, { id: FILM, tab: 'x' }, as('editor'))).toBe('422 invalid_input tab');
  expect(await refuse(holdTitle, { id: FILM, tab: MINE, act: 'lock' }, as('editor'))).toBe('422 invalid_input act');
});
