import { beforeAll, describe, expect, it } from 'vitest';
import { listDeskTitles } from '../../../src/features/catalogue/contract.ts';
import type { Input } from '../../../src/platform/http/calls/call.ts';
import { prepareRow } from '../../support/database/rows.ts';
import { countStatements } from '../../support/database/statements.ts';
import { openMoney } from '../../support/money/money.ts';
import { parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as } = await openDeskTitles();
const list = (input: Input<typeof listDeskTitles> = {}, role: Parameters<typeof as>[0] = 'viewer') =>
  site.call(listDeskTitles, input, as(role));
const readAll = async (input: Input<typeof listDeskTitles> = {}) => {
  const all: Awaited<ReturnType<typeof list>>['data'] = [];
  for (let before: string | null | undefined; before !== null;) {
    const page = await list({ ...input, ...(before !== undefined && { before }) });
    all.push(...page.data);
    before = page.next;
  }
  return all;
};
const count = (where: string) => site.sql(`SELECT count(*) AS n FROM all_titles WHERE ${where}`).first<number>('n');
const HIDDEN = 10;
const CURSORS = [{ ends: '8' }, { ends: '7', before: '2026-1-1.5' }, { before: '2026-01-01.' }];
let hiddenName = '';

beforeAll(async () => {
  await site.sql('UPDATE all_titles SET hidden = 1 WHERE id = ?', HIDDEN).run();
  hiddenName = (await site.sql('SELECT name_en FROM all_titles WHERE id = ?', HIDDEN).first<string>('name_en')) ?? '';
});

describe('the desk’s list of titles', () => {
  it('has every title once, the newest id first, hidden ones too, and episodes only as a kind', async () => {
    const all = await readAll();
    expect(all).toHaveLength((await count("kind <> 'episode'")) ?? 0);
    expect(all.map(({ id }) => id)).toEqual([...new Set(all.map(({ id }) => id))].sort((a, b) => b - a));
    expect(all.find(({ id }) => id === HIDDEN)).toMatchObject({ state: 'hidden', series_fa: null });
    const episodes = await readAll({ kind: 'episode' });
    expect(episodes).toHaveLength((await count("kind = 'episode'")) ?? 0);
    expect(episodes[0]?.series_fa).toEqual(expect.any(String));
  });

  it('is narrowed by kind, state, missing art and missing file', async () => {
    await site.sql('UPDATE all_titles SET art = NULL WHERE id = 11').run();
    await site.sql('UPDATE all_titles SET media = NULL WHERE id IN (12, 13)').run();
    expect((await readAll({ kind: 'series' })).every(({ kind }) => kind === 'series')).toBe(true);
    expect((await readAll({ state: 'hidden' })).map(({ id }) => id)).toEqual([HIDDEN]);
    for (const state of ['released', 'presale', 'not_released'] as const) {
      const titles = await readAll({ state });
      expect(
        titles.every((title) => title.state === state && title.id !== HIDDEN),
        state,
      ).toBe(true);
    }
    expect((await readAll({ missing: 'art' })).map(({ id }) => id)).toContain(11);
    const empty = await readAll({ missing: 'file', kind: 'movie' });
    expect(empty.map(({ id }) => id)).toEqual(expect.arrayContaining([12, 13]));
    expect(empty.every(({ has_file: hasFile }) => !hasFile)).toBe(true);
    expect((await readAll({ missing: 'file', kind: 'series' })).every(({ has_file: hasFile }) => !hasFile)).toBe(true);
  });

  it('is narrowed by each kind of picture that is missing', async () => {
    await site.sql("UPDATE all_titles SET backdrop = 'b', logo_fa = 'l', still = 's'").run();
    const films = await site.sql("SELECT id FROM all_titles WHERE kind <> 'episode'").all<{ id: number }>();
    await site.env.DB.batch(
      films.results.map(({ id }) =>
        prepareRow(site.env.DB, 'title_stills', { title_id: id, position: 99, picture: 's' }),
      ),
    );
    await site.sql('UPDATE all_titles SET backdrop = NULL WHERE id IN (14, 15)').run();
    await site.sql("UPDATE all_titles SET logo_fa = NULL, logo_en = NULL WHERE id = 16 OR kind = 'episode'").run();
    await site.sql("UPDATE all_titles SET logo_fa = NULL, logo_en = 'l' WHERE id = 17").run();
    await site.sql('DELETE FROM title_stills WHERE title_id = 18').run();
    const [episode] = (await list({ kind: 'episode' })).data;
    await site.sql('UPDATE all_titles SET still = NULL WHERE id IN (18, ?)', episode?.id ?? 0).run();
    const ids = async (input: Input<typeof listDeskTitles>) => (await readAll(input)).map(({ id }) => id);
    expect(await ids({ missing: 'backdrop' })).toEqual([15, 14]);
    expect(await ids({ missing: 'logo' })).toEqual([16]);
    expect(await ids({ missing: 'stills' })).toEqual([18]);
    expect(await ids({ missing: 'stills', kind: 'episode' })).toEqual([episode?.id]);
    expect(await ids({ missing: 'logo', kind: 'episode' })).toEqual([]);
  });

  it('has those whose last day is near, the soonest first, page by page', async () => {
    const day = (days: number) =>
      new Date((site.clock.now + 3.5 * 3600 + days * 86_400) * 1000).toISOString().slice(0, 10);
    await site.sql('UPDATE all_titles SET available_until = NULL').run();
    const end = (days: number, where: string) =>
      site.sql(`UPDATE all_titles SET available_until = ? WHERE kind = 'movie' AND ${where}`, day(days)).run();
    await end(30, 'id BETWEEN 11 AND 70');
    await end(7, 'id IN (20, 21)');
    await end(-1, 'id = 22');
    await end(31, 'id = 23');
    await end(0, `id = ${String(HIDDEN)}`);
    const soon = await readAll({ ends: '7' });
    expect(soon.map(({ id, available_until: last }) => [id, last])).toEqual([
      [HIDDEN, day(0)],
      [20, day(7)],
      [21, day(7)],
    ]);
    const later = await readAll({ ends: '30' });
    const ids = Array.from({ length: 60 }, (_, at) => 11 + at).filter((id) => id < 20 || id > 23);
    expect(later.map(({ id }) => id)).toEqual([HIDDEN, 20, 21, ...ids]);
    expect((await readAll({ ends: 'any' })).at(-1)?.id).toBe(23);
    expect((await readAll({ ends: '7', state: 'hidden' })).map(({ id }) => id)).toEqual([HIDDEN]);
    expect((await readAll({ ends: '7', kind: 'series' })).length).toBe(0);
    const [title] = soon.slice(1);
    const matches = await list({ query: title?.name_en ?? '', ends: '7' });
    expect(matches.data.map(({ id }) => id)).toContain(title?.id);
    await site.sql('UPDATE all_titles SET available_until = NULL').run();
  });

  it('finds by the site’s search, in either language, with a typo, and hidden ones by a part of a name', async () => {
    const [title] = (await list({ kind: 'movie' })).data;
    if (!title) throw new Error('no film');
    for (const query of [title.name_fa, title.name_en, title.name_en.toUpperCase()])
      expect((await list({ query })).data[0]?.id, query).toBe(title.id);
    const typo = title.name_en.replace(/([a-z])([a-z])(?=[a-z]*$)/i, '$1$2$2');
    expect(
      (await list({ query: typo })).data.map(({ id }) => id),
      typo,
    ).toContain(title.id);
    expect((await list({ query: hiddenName.slice(0, -1) })).data.map(({ id }) => id)).toContain(HIDDEN);
    expect((await list({ query: title.name_fa, kind: 'series' })).data.every(({ kind }) => kind === 'series')).toBe(
      true,
    );
    expect((await list({ query: 'xqzvw' })).data).toEqual([]);
    expect((await list({ query: '"\' OR 1=1 --%' })).data).toEqual(expect.any(Array));
  });

  it('walks an index under every filter', async () => {
    const counted = countStatements(site.env);
    const watched = openMoney({ ...platform, env: counted.env }, { OPERATOR_TOKEN: site.env.OPERATOR_TOKEN });
    const endings = [
      { ends: '7' as const },
      { ends: 'any' as const, kind: 'movie' as const, state: 'hidden' as const },
    ];
    for (const input of [
      {},
      { kind: 'movie' },
      { state: 'hidden' },
      { missing: 'art' },
      { missing: 'file' },
      { missing: 'backdrop' },
      { missing: 'logo' },
      { missing: 'stills', kind: 'episode' },
      ...endings,
    ])
      await watched.call(listDeskTitles, input, as('viewer'));
    const statements = counted
      .statements()
      .filter((text) => /FROM all_titles t (?:INDEXED BY titles_ending\s+)?WHERE/.test(text));
    expect(statements).toHaveLength(10);
    const plans = await Promise.all(
      statements.map(async (text) => {
        const values = Array.from({ length: text.match(/\?/g)?.length ?? 0 }, () => null);
        const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`, ...values).all<{ detail: string }>();
        expect(
          results.filter(({ detail }) => /^SCAN|TEMP B-TREE/.test(detail)),
          text,
        ).toEqual([]);
        return results.find(({ detail }) => detail.startsWith('SEARCH t '))?.detail.replace(/^.*USING | \(.*$/g, '');
      }),
    );
    expect(plans).toEqual([
      'INDEX titles_desk',
      'INDEX titles_desk_kind',
      'INDEX titles_concealed',
      'INDEX titles_without_art',
      'INDEX titles_without_file',
      'INDEX titles_desk',
      'INDEX titles_desk',
      'INDEX titles_desk_kind',
      'INDEX titles_ending',
      'INDEX titles_ending',
    ]);
  });

  it('is for owner, editor, viewer, and finance, which sets prices', async () => {
    // Another minute's budget.
    site.clock.now += 60;
    for (const role of ['owner', 'editor', 'viewer', 'finance'] as const)
      expect((await list({}, role)).data.length, role).toBe(50);
    for (const role of ['support', 'moderator'] as const)
      expect(await parseFailure(await site.ask(listDeskTitles, {}, as(role))), role).toMatchObject({
        ...{ status: 403, code: 'operator_role' },
      });
    for (const input of [
      { kind: 'x' },
      { before: "1' OR 1" },
      { before: '0' },
      { missing: 'x' },
      { state: 'x' },
      ...CURSORS,
    ])
      expect((await site.ask(listDeskTitles, input, as('viewer'))).status, JSON.stringify(input)).toBe(422);
  });
});
