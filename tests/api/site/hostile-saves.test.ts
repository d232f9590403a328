import { expect, it } from 'vitest';
import { SEO_FIELDS } from '../../../src/features/catalogue/title-fields.ts';
import { saveSettings } from '../../../src/features/accounts/contract/account.ts';
import { createPerson } from '../../../src/features/catalogue/people-contract.ts';
import { getHero, saveDeskList, saveHero } from '../../../src/features/front/contract.ts';
import { addComment } from '../../../src/features/comments/contract.ts';
import { createIssue } from '../../../src/features/front/issues-contract.ts';
import { createChannel } from '../../../src/features/front/channels-contract.ts';
import { createMagazine } from '../../../src/features/front/magazines-contract.ts';
import { getChannelWeek, saveChannelWeek } from '../../../src/features/front/weeks-contract.ts';
import { getFilmTracks, nameSound } from '../../../src/features/ingest/tracks-contract.ts';
import { openHelp } from '../../../src/features/help/contract.ts';
import { BUILT_IN_VALUE } from '../../../src/features/site/brand-rules.ts';
import { saveSitePart, type SiteValue } from '../../../src/features/site/texts-contract.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, save, refuse } = await openDeskTitles();
const editor = as('editor');
const [FILM, SERIES, MEDIA] = [10, 201, 'movie-10-hostile'];
/** A name that would run, and whose marks would turn the line of its neighbours around. */
const NAME = '\u202e\u2067\u200f<img src=x onerror=alert(1)>';
/** The rest of it, which a page shows as text. */
const PLAIN = '<img src=x onerror=alert(1)>';
const MARKS = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
const always = { starts_at: null, ends_at: null };
const names = { name_fa: NAME, name_en: NAME };
const texts = { synopsis_fa: NAME, synopsis_en: NAME };
const entry = { label_fa: NAME, label_en: NAME, url: 'https://x.example/' };

const toBrand = (name: string): SiteValue => ({
  ...BUILT_IN_VALUE,
  ...{ name_fa: name, name_en: name, kids_fa: name, kids_en: name },
});
const PARTS: SiteValue[] = [
  { part: 'about', fa: NAME, en: NAME },
  { part: 'terms', fa: NAME, en: NAME },
  { part: 'faq', questions: [{ q_fa: NAME, a_fa: NAME, q_en: NAME, a_en: NAME }] },
  {
    ...{ part: 'house', support_phone: '1599', install_url: '', app_links: [entry], related_links: [entry] },
    social: [{ name: NAME, url: 'https://x.example/' }],
    seals: [{ name: NAME, name_en: NAME, id: NAME, url: '', picture: '' }],
    ...{ footer_fa: NAME, footer_en: NAME },
  },
  toBrand('\u202e\u2067\u200fنام'),
];

/** Places of the catalogue, the front and the site where a mark was stored, and the number of those that were read. */
async function findMarks(): Promise<{ stored: string[]; plain: number }> {
  const stored: string[] = [];
  let plain = 0;
  for (const [table, ...columns] of [
    ['all_titles', 'name_fa', 'name_en', 'name_latin', 'synopsis_fa', 'synopsis_en', 'awards_fa', 'awards_en'],
    ['all_titles', ...SEO_FIELDS],
    ['credits', 'role_fa', 'role_en'],
    ['seasons', 'name_fa', 'name_en'],
    ['title_timelines', 'chapters'],
    ['programmes', 'name_fa', 'name_en'],
    ['issues', 'name_fa', 'name_en'],
    ['track_changes', 'after'],
    ['people', 'name_fa', 'name_en', 'slug', 'sort_key'],
    ['lists', 'name_fa', 'name_en', 'line_fa', 'line_en'],
    ['sliders', 'line_fa', 'line_en'],
    ['channels', 'name_fa', 'name_en', 'synopsis_fa', 'synopsis_en'],
    ['magazines', 'title', 'title_en', 'synopsis_fa', 'synopsis_en'],
    ['search_docs', 'name_fa', 'name_en'],
    ['site_texts', 'value', 'details'],
  ]) {
    const { results } = await site
      .sql(`SELECT ${columns.join()} FROM ${table ?? ''}`)
      .all<Record<string, string | null>>();
    for (const row of results) {
      for (const [column, text] of Object.entries(row)) {
        if (MARKS.some((mark) => text?.includes(String.fromCodePoint(mark)))) stored.push(`${table ?? ''}.${column}`);
        if (text?.includes(PLAIN)) plain += 1;
      }
    }
  }
  return { stored, plain };
}

async function saveProgramme(): Promise<void> {
  const id = 401;
  const { rev, programmes } = (await site.call(getChannelWeek, { id }, editor)).data;
  const [{ day, start, minutes } = { day: 0, start: 0, minutes: 1 }] = programmes;
  const programme = { day, start, minutes, ...names, title_id: null, media: null, picture: null };
  await site.call(saveChannelWeek, { id, rev, remove: [{ day, start }], add: [programme] }, editor);
}

/** Quotes would end the name in a playlist. */
async function saveSound(): Promise<void> {
  const master = [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="a",LANGUAGE="fa",DEFAULT=YES,URI="sound/index.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1",RESOLUTION=640x360,AUDIO="audio"',
    '360p/index.m3u8',
  ];
  await site.env.MEDIA.put(`video/${MEDIA}/master.m3u8`, master.join('\n'));
  await site.sql('UPDATE all_titles SET media = ? WHERE id = ?', MEDIA, FILM).run();
  const { rev } = (await site.call(getFilmTracks, { id: FILM }, editor)).data;
  const sound = { id: FILM, rev, uri: 'sound/index.m3u8', language: 'fa' };
  await site.call(nameSound, { ...sound, name: NAME }, editor);
  expect(await refuse(nameSound, { ...sound, rev: rev + 1, name: `a",URI="${NAME}` }, editor)).toMatch(/^422/);
  expect(await (await site.env.MEDIA.get(`video/${MEDIA}/master.m3u8`))?.text()).toContain(`NAME="${PLAIN}"`);
}

it('a text that the desk saves keeps its letters, and none of the marks that turn its neighbours around', async () => {
  await save(FILM, { ...names, name_latin: NAME, ...texts, awards_fa: NAME, awards_en: NAME });
  const { data: person } = await site.call(createPerson, { key: crypto.randomUUID(), ...names }, editor);
  await save(FILM, {
    ...Object.fromEntries(SEO_FIELDS.map((field) => [field, NAME])),
    credits: JSON.stringify([['actor', person.id, NAME, NAME]]),
    chapters: JSON.stringify([[0, 60, NAME, NAME]]),
  });
  await save(SERIES, { seasons: JSON.stringify([[1, NAME, NAME, null]]) });
  const lines = { line_fa: NAME, line_en: NAME };
  const list = { key: 'hostile', rev: 0, is_new: true, ...names, ...lines, layout: 'wide' as const, ...always };
  await site.call(saveDeskList, { ...list, titles: [FILM, 11] }, editor);
  const { rev } = (await site.call(getHero, {}, editor)).data;
  await site.call(saveHero, { rev, slides: [{ title_id: FILM, ...lines, ...always }] }, editor);
  const magazine = { slug: 'hostile', title: NAME, title_en: NAME, ...texts };
  const { id } = (await site.call(createMagazine, magazine, editor)).data;
  await site.call(createIssue, { id, number: 1, date: '2026-11-30', ...names }, editor);
  await saveProgramme();
  await saveSound();
  const channel = { slug: 'hostile-live', ...names, ...texts, stream_url: null, access: 'free' as const };
  await site.call(createChannel, channel, editor);
  for (const value of PARTS) await site.call(saveSitePart, { value, rev: 0, reason: 'of this test' }, as('owner'));
  // The name is in addresses, headers and style sheets, too.
  const brand = { value: toBrand(NAME), rev: 1, reason: 'of this test' };
  expect(await refuse(saveSitePart, brand, as('owner'))).toMatch(/^422 site_details/);
  const { stored, plain } = await findMarks();
  expect(stored).toEqual([]);
  expect(plain).toBeGreaterThanOrEqual(25);
});

it('a text that a visitor saves has none of these marks either', async () => {
  const who = await site.visitor();
  const name = `${NAME.slice(0, 3)}نام`;
  await site.call(saveSettings, { name, comment_name: name }, who);
  await site.call(openHelp, { key: crypto.randomUUID(), kind: 'other', text: NAME }, who);
  await site.call(addComment, { id: FILM, text: NAME, name }, who);
  const texts = await site
    .sql(
      `SELECT name, comment_name, (SELECT group_concat(text) FROM help_messages) AS message,
        (SELECT group_concat(name || text) FROM comments WHERE user_id = users.id) AS comment FROM users WHERE id = ?`,
      who.id,
    )
    .first<Record<string, string>>();
  expect(texts).toMatchObject({ name: 'نام', comment_name: 'نام', message: expect.stringContaining(PLAIN) as string });
  expect(texts?.['comment']).toContain('نام');
  expect(
    MARKS.filter((mark) =>
      Object.values(texts ?? {})
        .join('')
        .includes(String.fromCodePoint(mark)),
    ),
  ).toEqual([]);
});
