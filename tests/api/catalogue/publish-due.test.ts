import { beforeAll, describe, expect, it } from 'vitest';
import { runCron } from '../../../src/app/cron.ts';
import * as calls from '../../../src/features/catalogue/contract.ts';
import { publishDue, publishIfDue, runPublications } from '../../../src/features/catalogue/server/publish-due.ts';
import { search } from '../../../src/features/search/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { NEXT_PUBLICATION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { listAudit } from '../../../src/features/staff/contract.ts';
import { disturbBatches } from '../../support/database/flaky-database.ts';
import { openMoney } from '../../support/money/money.ts';
import { buildRequest } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as, read, save, refuse, getVersion } = await openDeskTitles();
const NOW = site.clock.now;
const at = (now: number, env: Env = site.env) => ({ db: openDatabase(env.DB), env, now });
const plan = async (id: number, input: object = {}, who = as('editor')) =>
  (await site.call(calls.publishTitle, { id, ...input }, who)).data;
const hide = async (...ids: number[]) => {
  const input = { act: 'hide' as const, ids, reason: 'of this test' };
  return (await site.call(calls.publishTitles, input, as('editor'))).data;
};
const isOpen = async (id: number) => (await site.ask(getTitle, { kind: 'movie', id })).status === 200;
const find = async (query: string) => (await site.call(search, { query, literal: '1' })).data.map(({ id }) => id);
const countShown = async (id: number) => (await read(id)).changes.filter(({ after }) => after === '0').length;
const readNext = () => site.env.CONFIG.get(NEXT_PUBLICATION_KEY);

/** The site's stores, each version that the catalogue is given, and each next second that is told. */
function countVersions(): { env: Env; versions: string[]; seconds: string[] } {
  const [versions, seconds]: [string[], string[]] = [[], []];
  const { CONFIG } = site.env;
  const put = async (key: string, value: string) => {
    (key === NEXT_PUBLICATION_KEY ? seconds : versions).push(value);
    await CONFIG.put(key, value);
  };
  const counted = { get: CONFIG.get.bind(CONFIG), put } as unknown as KVNamespace;
  return { env: { ...site.env, CONFIG: counted }, versions, seconds };
}

beforeAll(async () => {
  await hide(10, 11, 12, 13);
});

describe('a planned publication', () => {
  it('is nowhere before its second and everywhere from then on, under the name of who planned it', async () => {
    const version = await getVersion();
    const planned = await plan(10, { starts_at: NOW + 600, reason: 'the premiere' }, as('sara'));
    expect(planned).toMatchObject({ state: 'scheduled', hidden_by: 'desk' });
    expect(planned.publication).toMatchObject({ starts_at: NOW + 600, needs_file: false, operator: 'sara' });
    expect(await readNext()).toBe(`at:${String(NOW + 600)}`);
    expect(await getVersion()).toBe(version);
    expect((await site.call(calls.listDeskTitles, { state: 'scheduled' }, as('viewer'))).data).toHaveLength(1);
    await save(10, { name_en: 'Behind the premiere' });
    expect(await publishDue(at(NOW + 599))).toEqual([]);
    expect([await isOpen(10), await find('Behind the premiere')]).toEqual([false, []]);
    expect(await publishDue(at(NOW + 600))).toEqual([10]);
    expect(await isOpen(10)).toBe(true);
    expect(await find('Behind the premiere')).toEqual([10]);
    expect(await getVersion()).not.toBe(version);
    expect(await readNext()).toBe('none');
    const after = await read(10);
    expect(after).toMatchObject({ hidden_by: null, publication: null });
    expect(after.changes[0]).toMatchObject({ operator: 'sara', reason: 'the premiere', created_at: NOW + 600 });
    const row = await site.sql("SELECT * FROM operator_audit WHERE action = 'publishTitle' ORDER BY id").first();
    expect(row).toMatchObject({ operator: 'sara', subject: 'title:10', permission: 'titles.publish' });
    expect(row?.['after']).toContain('scheduled');
  });

  it('happens once, with one version, however many processes and clocks reach its second', async () => {
    await plan(11, { starts_at: NOW + 700 });
    await plan(12, { starts_at: NOW + 700 });
    const { env, versions } = countVersions();
    const clocks = [700, 790, 700, 745, 610, 700].map((ahead) => publishDue(at(NOW + ahead, env)));
    const published = (await Promise.all(clocks)).flat();
    expect(published.sort()).toEqual([11, 12]);
    expect(versions).toHaveLength(1);
    expect([await countShown(11), await countShown(12)]).toEqual([1, 1]);
    // A host whose clock is 90 s behind shows what another has published, and takes nothing back.
    expect(await publishDue(at(NOW + 610))).toEqual([]);
    expect([await isOpen(11), await isOpen(12)]).toEqual([true, true]);
  });

  it('whose answer is lost has happened, with one version', async () => {
    await hide(10);
    await plan(10, { starts_at: NOW + 800 });
    const { env, versions } = countVersions();
    const DB = disturbBatches(env.DB, 'title_publications SET run', { isAnswerLost: true });
    expect(await publishDue(at(NOW + 800, { ...env, DB }))).toEqual([10]);
    expect([await isOpen(10), versions.length]).toEqual([true, 1]);
  });

  it('is not lost beside edits of the title, nor these beside it', async () => {
    await hide(11);
    await plan(11, { starts_at: NOW + 50 });
    const { rev } = await read(11);
    const edits = ['One', 'Two', 'Three'].map((name, index) =>
      site.ask(
        calls.updateTitle,
        { id: 11, rev, fields: index === 0 ? { name_en: name } : { [`synopsis_${index === 1 ? 'fa' : 'en'}`]: name } },
        as('editor'),
      ),
    );
    const [published, ...answers] = await Promise.all([publishDue(at(NOW + 50)), ...edits]);
    expect(published).toEqual([11]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(11)).values).toMatchObject({ name_en: 'One', synopsis_fa: 'Two', synopsis_en: 'Three' });
    expect(await find('One')).toContain(11);
  });

  it('that waits for the file comes out with the first tick after the file is there', async () => {
    await site.sql('UPDATE all_titles SET media = NULL WHERE id = 13').run();
    const waiting = await plan(13, { starts_at: NOW - 60, needs_file: true });
    expect(waiting).toMatchObject({ state: 'scheduled', has_file: false });
    await runPublications(at(NOW + 1));
    expect(await isOpen(13)).toBe(false);
    await site.sql("UPDATE all_titles SET media = 'clip-1' WHERE id = 13").run();
    await runCron(site.env, '*/2 * * * *', () => NOW + 2);
    expect(await isOpen(13)).toBe(true);
  });

  it('at a past time or without one is at once, and a second press changes nothing', async () => {
    await hide(13);
    const { env } = site;
    expect(await plan(13, { starts_at: NOW - 86_400 })).toMatchObject({ hidden_by: null, publication: null });
    const { rev } = await read(13);
    expect((await plan(13)).rev).toBe(rev);
    expect(await env.CONFIG.get(NEXT_PUBLICATION_KEY)).toBe('none');
    await hide(13);
    const counted = countVersions();
    const headers = { authorization: `Bearer ${as('editor').token}`, 'cf-connecting-ip': '192.0.2.7' };
    const request = buildRequest('/operator/titles/13/publish', { body: {}, headers });
    expect((await site.api(request, counted.env, platform.ctx)).status).toBe(200);
    expect([counted.versions.length, counted.seconds]).toEqual([1, ['none']]);
  });

  it('is replaced by a later plan, and is taken back', async () => {
    await hide(12);
    await plan(12, { starts_at: NOW + 100 });
    await plan(12, { starts_at: NOW + 900 });
    expect(await publishDue(at(NOW + 100))).toEqual([]);
    const { data } = await site.call(calls.withdrawPublication, { id: 12 }, as('sara'));
    expect(data).toMatchObject({ state: 'hidden', publication: null });
    expect(await publishDue(at(NOW + 900))).toEqual([]);
    await expect(site.sql('UPDATE title_publications SET starts_at = 0').run()).rejects.toThrow('append-only');
    await expect(site.sql('DELETE FROM title_publications').run()).rejects.toThrow('append-only');
    await Promise.all([plan(12), plan(12), plan(12)]);
    expect(await countShown(12)).toBe(2);
  });

  it('is made by the first reader after its second, and by nobody before', async () => {
    await hide(12);
    await plan(12, { starts_at: NOW + 30 });
    const background: Promise<unknown>[] = [];
    const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) };
    await publishIfDue(site.env, ctx, () => NOW + 29);
    expect(await isOpen(12)).toBe(false);
    await Promise.all([publishIfDue(site.env, ctx, () => NOW + 30), publishIfDue(site.env, ctx, () => NOW + 30)]);
    expect(await isOpen(12)).toBe(true);
    // A request that waits no longer leaves the work to its context.
    expect(background).toHaveLength(2);
  });

  it('stands when its maker loses the role, who can plan nothing else', async () => {
    await hide(12);
    await plan(12, { starts_at: NOW + 40 }, as('sara'));
    const tokens = site.env.OPERATOR_TOKEN?.split(',').filter((token) => !token.startsWith('sara'));
    const dismissed = openMoney(platform, { OPERATOR_TOKEN: tokens?.join(',') ?? '' });
    const answer = await dismissed.ask(calls.publishTitle, { id: 12 }, as('sara'));
    expect(answer.status).toBe(401);
    expect(await publishDue(at(NOW + 40))).toEqual([12]);
  });

  it('of many is one act with a result for each, and one version', async () => {
    await site.sql('UPDATE all_titles SET hidden = 1 WHERE id = 14').run();
    expect(await hide(10, 11, 10, 987_654)).toEqual([
      { id: 10, state: 'hidden', error: null },
      { id: 11, state: 'hidden', error: null },
      { id: 987_654, state: null, error: 'title_not_found' },
    ]);
    const input = { act: 'publish' as const, ids: [10, 11, 14] };
    const version = await getVersion();
    const { data } = await site.call(calls.publishTitles, { ...input, starts_at: NOW + 5 }, as('editor'));
    expect(data.map(({ state, error }) => state ?? error)).toEqual(['scheduled', 'scheduled', 'title_hidden_file']);
    expect(await getVersion()).toBe(version);
    await site.call(calls.publishTitles, input, as('editor'));
    const trail = await site.call(listAudit, { subject: 'title:11' }, as('owner'));
    expect(trail.data.map(({ action }) => action)).toContain('publishTitles');
    expect([await isOpen(10), await isOpen(11), await isOpen(14)]).toEqual([true, true, false]);
    for (const [body, refusal] of [
      [{ act: 'hide', ids: [10] }, '422 invalid_input reason'],
      [{ act: 'publish', ids: [] }, '422 invalid_input ids'],
      [{ act: 'publish', ids: Array.from({ length: 101 }, (_, index) => index + 1) }, '422 invalid_input ids'],
      [{ act: 'publish', ids: [10], starts_at: 1 }, '422 invalid_input starts_at'],
    ] as const)
      expect(await refuse(calls.publishTitles, body, as('editor'))).toBe(refusal);
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const) {
      expect(await refuse(calls.publishTitles, input, as(role)), role).toBe('403 operator_role');
      expect(await refuse(calls.withdrawPublication, { id: 10 }, as(role)), role).toBe('403 operator_role');
    }
  });

  it('of many that fails in the middle gives the pages of what it has hidden another version', async () => {
    const version = await getVersion();
    const text = "BEFORE INSERT ON title_changes WHEN new.title_id = 11 BEGIN SELECT RAISE(ABORT, 'full'); END";
    await site.sql(`CREATE TRIGGER full_disk ${text}`).run();
    const body = { act: 'hide', ids: [10, 11, 13], reason: 'of this test' };
    expect((await site.ask(calls.publishTitles, body, as('editor'))).status).toBe(500);
    await site.sql('DROP TRIGGER full_disk').run();
    expect([await isOpen(10), await isOpen(11), await isOpen(13)]).toEqual([false, true, false]);
    const second = await getVersion();
    expect(second).not.toBe(version);
    // A run that was killed gave none.
    await hide(10, 13);
    expect(await getVersion()).not.toBe(second);
  });
});
