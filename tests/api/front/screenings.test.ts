import { beforeAll, describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/front/screenings-contract.ts';
import { undoFrontChange } from '../../../src/features/front/contract.ts';
import { getScreening, listScreenings } from '../../../src/features/screenings/contract.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { addRow } from '../../support/database/rows.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, refuse } = await openDeskTitles();
const editor = as('editor');
const NOW = 1_900_000_000;
const facts = (more: object = {}) => ({
  ...{ title_id: 10, starts_at: NOW + 3600, ends_at: NOW + 90_000, hours: 48, toman: 45_000, capacity: null, ...more },
});
const make = async (more: object = {}) => (await site.call(calls.createScreening, facts(more), editor)).data.id;
const read = async (id: number) => (await site.call(calls.getDeskScreening, { id }, editor)).data;
const hide = async (id: number, hidden = true) => ({ id, hidden, rev: (await read(id)).rev, reason: 'of this test' });
const isListed = async (id: number) => (await site.call(listScreenings, {})).data.some((one) => one.id === id);

beforeAll(() => {
  site.clock.now = NOW;
});

describe('a screening of the desk', () => {
  it('is on sale at once, once for a title and a time, and outlives a seed', async () => {
    const ids = await Promise.all([make(), make(), make({ title_id: 11 })]);
    expect(new Set(ids).size).toBe(2);
    expect(await refuse(calls.createScreening, facts({ toman: 46_000 }), editor)).toBe('409 front_screening_taken');
    const [id] = ids;
    expect((await site.call(getScreening, { id })).data).toMatchObject({ id, toman: 45_000, title: { id: 10 } });
    const { rev } = await read(id);
    await site.call(calls.saveScreening, { id, rev, ...facts({ toman: 50_000 }) }, editor);
    expect((await site.call(getScreening, { id })).data.toman).toBe(50_000);
    const before = (await site.call(calls.listDeskScreenings, {}, editor)).data;
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect((await site.call(calls.listDeskScreenings, {}, editor)).data).toEqual(before);
    const [change] = (await read(id)).changes;
    await site.call(undoFrontChange, { change: change?.id ?? 0 }, editor);
    expect((await read(id)).toman).toBe(45_000);
  });

  it('is hidden for a reason, is on no page then, and comes back', async () => {
    const id = await make({ title_id: 12 });
    expect(await isListed(id)).toBe(true);
    await site.call(calls.hideScreening, await hide(id), editor);
    expect(await isListed(id)).toBe(false);
    expect(await refuse(getScreening, { id })).toBe('404 not_found');
    const row = await site
      .sql("SELECT after FROM operator_audit WHERE action = 'hideScreening'")
      .first<string>('after');
    expect(JSON.parse(row ?? '')).toEqual({ hidden: true, reason: 'of this test' });
    await site.call(calls.hideScreening, await hide(id, false), editor);
    expect(await isListed(id)).toBe(true);
  });

  it('with tickets keeps what was sold, by every door', async () => {
    const id = await make({ title_id: 13 });
    const hidden = await hide(id);
    await site.call(calls.hideScreening, hidden, editor);
    await site.call(calls.hideScreening, await hide(id, false), editor);
    const visitor = await site.visitor();
    const ticket = { user_id: visitor.id, kind: 'screening', item_id: id, payment_id: 'p', title_id: 13 };
    await addRow(site.env.DB, 'purchases', { ...ticket, bought_at: NOW, ends_at: null });
    const { rev, changes, tickets } = await read(id);
    expect(tickets).toBe(1);
    const save = (more: object) =>
      refuse(calls.saveScreening, { id, rev, ...facts({ title_id: 13, ...more }) }, editor);
    for (const more of [{ title_id: 10 }, { ends_at: NOW + 89_999 }, { starts_at: NOW + 3601 }, { hours: 47 }])
      expect(await save(more), JSON.stringify(more)).toBe('409 front_tickets');
    expect(await refuse(calls.hideScreening, await hide(id), editor)).toBe('409 front_tickets');
    // The undo of showing it would hide it.
    expect(await refuse(undoFrontChange, { change: changes[0]?.id ?? 0 }, editor)).toBe('409 front_tickets');
    const longer = { id, rev, ...facts({ title_id: 13, ends_at: NOW + 99_000 }) };
    expect((await site.call(calls.saveScreening, longer, editor)).data.ends_at).toBe(NOW + 99_000);
    const [newest] = (await read(id)).changes;
    expect(await refuse(undoFrontChange, { change: newest?.id ?? 0 }, editor)).toBe('409 front_tickets');
  });

  it('has seats for at least the people who are in, by every door, and a seed leaves them', async () => {
    const id = await make({ title_id: 15, capacity: 2 });
    expect((await site.call(getScreening, { id })).data.seats_left).toBe(2);
    for (const at of [1, 2]) {
      const { id: user_id } = await site.visitor();
      await addRow(site.env.DB, 'screening_seats', { payment_id: `seat-${String(at)}`, screening_id: id, user_id });
    }
    expect((await site.call(getScreening, { id })).data.seats_left).toBe(0);
    const edit = async (capacity: number | null) => ({
      ...{ id, rev: (await read(id)).rev, ...facts({ title_id: 15, capacity }) },
    });
    expect(await refuse(calls.saveScreening, await edit(1), editor)).toBe('409 front_capacity capacity');
    expect(await refuse(calls.saveScreening, await edit(0), editor)).toBe('422 invalid_input capacity');
    await site.call(calls.saveScreening, await edit(3), editor);
    await addRow(site.env.DB, 'screening_seats', { payment_id: 'seat-3', screening_id: id, user_id: 987_654 });
    const [change] = (await read(id)).changes;
    expect(await refuse(undoFrontChange, { change: change?.id ?? 0 }, editor)).toBe('409 front_capacity capacity');
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect(await read(id)).toMatchObject({ capacity: 3, seats: 3 });
    await site.call(calls.saveScreening, await edit(null), editor);
    expect((await site.call(getScreening, { id })).data.seats_left).toBeNull();
  });

  it('is refused with wrong facts, a stale number and by other roles', async () => {
    site.clock.now += 600;
    const id = await make({ title_id: 14 });
    const { rev } = await read(id);
    for (const [more, answer] of [
      [{ title_id: 987_654 }, '422 front_title title_id'],
      [{ ends_at: NOW + 3600 }, '422 front_window ends_at'],
      [{ toman: 0 }, '422 invalid_input toman'],
      [{ toman: 1500.5 }, '422 invalid_input toman'],
      [{ hours: 0 }, '422 invalid_input hours'],
      [{ capacity: 2.5 }, '422 invalid_input capacity'],
      [{ starts_at: null }, '422 invalid_input starts_at'],
    ] as const) {
      expect(await refuse(calls.createScreening, facts(more), editor), JSON.stringify(more)).toBe(answer);
      expect(await refuse(calls.saveScreening, { id, rev, ...facts(more) }, editor)).toBe(answer);
    }
    expect(await refuse(calls.saveScreening, { id, rev: rev + 1, ...facts({ hours: 5 }) }, editor)).toBe(
      '409 front_changed',
    );
    expect(await refuse(calls.hideScreening, { id, rev, hidden: true, reason: ' ' }, editor)).toBe(
      '422 invalid_input reason',
    );
    expect(await refuse(calls.getDeskScreening, { id: 99 }, editor)).toBe('404 front_screening_unknown');
    expect(await refuse(calls.createScreening, facts(), as('finance'))).toBe('403 operator_role');
    expect(await refuse(calls.listDeskScreenings, {}, as('viewer'))).toBe('403 operator_role');
  });
});
