import { expect, it } from 'vitest';
import { findCaseSubjects } from '../../../src/features/compensation/desk-contract.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMoney, PLAN, SCREENED } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const secret = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${secret}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const { join } = openStaff(site, { id: 0, mobile: '', token: secret });
const DAY = 24 * 60 * 60;

it('a case’s subject is found by name: a plan, a channel, a screening of the last time, a film', async () => {
  const support = await join('support');
  const { now } = site.clock;
  await addRow(site.env.DB, 'channels', { id: 7071, slug: 'curtain', name_fa: 'پرده', name_en: 'Curtain' });
  const screening = { title_id: SCREENED.id, starts_at: now - 9000 };
  await addRow(site.env.DB, 'screenings', { ...screening, id: 771, ends_at: now });
  await addRow(site.env.DB, 'screenings', { ...screening, id: 772, ends_at: now - 401 * DAY });
  const find = async (input: Record<string, unknown>) =>
    (await site.call(findCaseSubjects, input, support)).data.map(({ id, name_en: name, at }) => [id, name, at]);
  expect(await find({ kind: 'subscription' })).toContainEqual([PLAN.id, 'Month', null]);
  expect(await find({ kind: 'channel' })).toContainEqual([7071, 'Curtain', null]);
  const name = await site.sql('SELECT name_en FROM all_titles WHERE id = ?', SCREENED.id).first<string>('name_en');
  const screenings = await find({ kind: 'screening' });
  expect(screenings).toContainEqual([771, name, now - 9000]);
  expect(screenings.some(([id]) => id === 772)).toBe(false);
  expect(await find({ kind: 'title', id: SCREENED.id })).toEqual([[SCREENED.id, name, null]]);
  expect(await find({ kind: 'title' })).toEqual([]);
  const refused = await site.ask(findCaseSubjects, { kind: 'channel' }, await join('viewer'));
  expect(await parseFailure(refused)).toMatchObject({ status: 403, code: 'operator_role' });
});
