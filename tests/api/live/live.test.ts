import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getChannels, getGuide } from '../../../src/features/live/contract.ts';
import { callApi, fetchCode } from '../../support/site/call-api.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { countStatements } from '../../support/database/statements.ts';
import { addRow } from '../../support/database/rows.ts';

/** Saturday, 21 November 2026, 20:00 in Tehran: 16:30 UTC. */
const NOW = Date.parse('2026-11-21T20:00:00+03:30') / 1000;
const at = (time: string) => Date.parse(`${time}+03:30`) / 1000;
let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(NOW);
});
afterAll(() => site.dispose());

describe('channels', () => {
  test('say what is on, since when and how long, and what comes next', async () => {
    const { data } = await callApi(site, getChannels, {});
    expect(data).toHaveLength(6);
    for (const { now_fa, next_fa, starts_at, ends_at, next_at } of data) {
      expect(now_fa).not.toBe('');
      expect(next_fa).not.toBe('');
      expect(starts_at).toBeLessThanOrEqual(NOW);
      expect(ends_at).toBeGreaterThan(NOW);
      expect(next_at).toBe(ends_at);
    }
  });
});

describe('a guide', () => {
  test('is of today by Tehran’s clock unless a day is named', async () => {
    const { data } = await callApi(site, getGuide, { slug: 'parde-1' });
    expect(data).toMatchObject({ today: '2026-11-21', day: '2026-11-21' });
    expect(data.items).toHaveLength(14);
    expect(data.items[0]?.starts_at).toBe(at('2026-11-21T00:00'));
    expect(data.items.at(-1)?.ends_at).toBe(at('2026-11-22T00:00'));
    for (const [index, item] of data.items.entries()) {
      expect(item.starts_at).toBe(data.items[index - 1]?.ends_at ?? item.starts_at);
    }
    const now = data.items.find((item) => item.starts_at <= NOW && NOW < item.ends_at);
    expect(data.channel).toMatchObject({ now_fa: now?.name_fa, starts_at: now?.starts_at, ends_at: now?.ends_at });
  });

  test('reaches from yesterday to six days ahead; another day, another channel and what is no day are refused', async () => {
    for (const day of ['2026-11-20', '2026-11-22', '2026-11-27']) {
      const { data } = await callApi(site, getGuide, { slug: 'parde-1', day });
      expect(data.items[0]?.starts_at).toBe(at(`${day}T00:00`));
    }
    for (const day of ['2026-11-19', '2026-11-28', '2026-02-31', '1405-08-30']) {
      expect(await fetchCode(site, getGuide, { slug: 'parde-1', day }), day).toBe('404 not_found');
    }
    expect(await fetchCode(site, getGuide, { slug: 'none' })).toBe('404 not_found');
    for (const day of ['today', '2026-13-01', '%00', "'"]) {
      expect((await site.request(`/channels/parde-1/guide?day=${day}`)).status, day).toBe(422);
    }
  });

  test('takes one round trip to D1', async () => {
    const counted = countStatements(site.env);
    await site.request('/channels/parde-1/guide', {}, counted.env);
    expect(counted.roundTrips()).toBe(1);
  });

  test('a channel without a programme has an empty guide', async () => {
    await addRow(site.env.DB, 'channels', { id: 499, slug: 'silent', access: 'free' });
    const { data } = await callApi(site, getGuide, { slug: 'silent' });
    await site.env.DB.prepare('DELETE FROM channels WHERE id = 499').run();
    expect(data.items).toEqual([]);
    expect(data.channel).toMatchObject({ now_fa: '', next_fa: '', starts_at: null, next_at: null });
  });
});
