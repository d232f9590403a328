import { expect, it } from 'vitest';
import { listDeskEpisodes, pasteEpisodes, updateEpisodes } from '../../../src/features/catalogue/series-contract.ts';
import { addRow } from '../../support/database/rows.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const MANY = 10_000;
const A_CALL = 100;
const SERIES = 900_000;
const { site, as } = await openDeskTitles();
const list = async (page: number) =>
  (await site.call(listDeskEpisodes, { id: SERIES, season: 1, page }, as('viewer'))).data;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

it('10,000 pasted episodes are written in parts, listed by pages, and ordered across them', async () => {
  const names = { name_fa: 'جاده', name_en: 'Road', name_latin: 'jade', year: 2020, minutes: 45 };
  await addRow(site.env.DB, 'all_titles', { id: SERIES, kind: 'series', ...names });
  let added = 0;
  for (let from = 0; from < MANY; from += A_CALL) {
    // Beyond the budget of a minute.
    site.clock.now += 60;
    const rows = range(from, from + A_CALL - 1).map((number) => ({
      line: number + 1,
      draft: { number: String(number), name_fa: `قسمت ${String(number)}`, minutes: '45' },
    }));
    const step = from + A_CALL === MANY ? 'last' : 'more';
    const { data } = await site.call(pasteEpisodes, { id: SERIES, rows, rehearse: false, step }, as('editor'));
    added += data.added;
  }
  expect(added).toBe(MANY);
  const first = await list(1);
  expect(first).toMatchObject({
    page: 1,
    drafts: MANY,
    seasons: [{ number: 1, episodes: MANY, gaps: [], doubles: [] }],
  });
  expect(first.episodes).toHaveLength(500);
  const last = await list(20);
  expect(last.episodes.map(({ number }) => number)).toEqual(range(9500, 9999));
  expect((await list(21)).episodes).toEqual([]);

  // The first episodes of the first and the last page change places by their numbers.
  const [zero, far] = [first.episodes[0]!, last.episodes[0]!];
  const edits = [
    { id: zero.id, rev: zero.rev, fields: { number: '9500' } },
    { id: far.id, rev: far.rev, fields: { number: '0' } },
  ];
  await site.call(updateEpisodes, { id: SERIES, edits }, as('editor'));
  const [front, end] = [await list(1), await list(20)];
  expect(front.episodes.map(({ number }) => number)).toEqual(range(0, 499));
  expect([front.episodes[0]?.id, end.episodes[0]?.id]).toEqual([far.id, zero.id]);
}, 120_000);
