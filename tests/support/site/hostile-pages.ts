import { SEO_FIELDS } from '../../../src/features/catalogue/title-fields.ts';
import { prepareRow, type Row, type Table } from '../database/rows.ts';
import { sessionRow, userRow } from './prepared-site.ts';

export const TOKEN = 'session-of-a-reader-of-hostile-pages';
export const FILM = 52;
export const PAID = 'paid0000000000000001';
export const HELP = 10_001;
/** Markup that would run, ends of elements that hold text, and marks that turn a line around. */
export const HOSTILE =
  '\u202e\u2067\u200f"\'`-->]]></title></script></textarea><img src=x onerror="document.title=1"><b>x</b>{{brand}}';
const MARKDOWN = [
  `# ${HOSTILE}`,
  `- ${HOSTILE}`,
  '[link](javascript:document.title=1) [data](data:text/html,x) [quote](https://x.example/"onclick="document.title=1)',
  '<javascript:document.title=1> <a href="javascript:document.title=1">x</a> <script>document.title=1</script>',
  '![x](x"onerror="document.title=1)',
].join('\n\n');
/** It passes the desk's check of links. */
const LINK = 'https://x.example/%22onclick=%22document.title=1%22?a=1&b=%3Cimg%3E';

/** Every text of a visitor's page that the desk, an import or another visitor writes. */
export async function addHostileTexts(db: D1Database): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const add = (table: Table, row: Row) => prepareRow(db, table, row);
  const fill = (table: string, ...columns: string[]) =>
    db
      .prepare(`UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join(', ')}`)
      .bind(...columns.map(() => HOSTILE));
  const names = ['name_fa', 'name_en'];
  const texts = ['synopsis_fa', 'synopsis_en'];
  const times = { created_at: now - 3600 };
  const addPart = (part: string, value: object, details: object) =>
    add('site_texts', { part, rev: 1, value: JSON.stringify({ part, ...value }), details: JSON.stringify(details) });
  const label = { label_fa: HOSTILE, label_en: HOSTILE, url: LINK };
  const house = {
    ...{ support_phone: HOSTILE, install_url: LINK, app_links: [label], related_links: [label] },
    ...{ footer_fa: HOSTILE, footer_en: HOSTILE },
    social: [{ name: HOSTILE, url: LINK }],
    seals: [{ name: HOSTILE, name_en: HOSTILE, id: HOSTILE, url: LINK, picture: LINK }],
  };
  const brand = {
    ...{ name: { fa: HOSTILE, en: HOSTILE }, kids: { fa: HOSTILE, en: HOSTILE } },
    ...{ accent: { light: '#8f4a00', dark: '#ffb86b' }, logo: { light: null, dark: null } },
  };
  const question = { q_fa: HOSTILE, a_fa: MARKDOWN, q_en: HOSTILE, a_en: MARKDOWN };
  const tags = JSON.stringify([HOSTILE]);
  await db.batch([
    fill('all_titles', ...names, ...texts, 'awards_fa', 'awards_en', ...SEO_FIELDS),
    ...['people', 'programmes', 'issues', 'seasons', 'chapters'].map((table) => fill(table, ...names)),
    add('title_timelines', { title_id: FILM, chapters: JSON.stringify([[0, 60, HOSTILE, HOSTILE]]) }),
    // The maker of a film's file typed the languages of its tracks.
    db.prepare('UPDATE media_facts SET sounds = ?, subtitles = ?').bind(tags, tags),
    fill('genres', 'label_fa', 'label_en'),
    fill('categories', 'persian_name', 'english_name'),
    fill('lists', ...names, 'line_fa', 'line_en'),
    fill('sliders', 'line_fa', 'line_en'),
    fill('channels', ...names, ...texts),
    fill('magazines', 'title', 'title_en', ...texts),
    fill('credits', 'role_fa', 'role_en'),
    fill('plans', ...names, 'description', 'description_en'),
    fill('search_docs', ...names),
    addPart('about', { fa: MARKDOWN, en: MARKDOWN }, { about_fa: MARKDOWN, about_en: MARKDOWN }),
    addPart('terms', { fa: MARKDOWN, en: MARKDOWN }, { terms_fa: [MARKDOWN], terms_en: [MARKDOWN] }),
    addPart('faq', { questions: [question] }, { faq: [question] }),
    addPart('house', house, house),
    addPart('brand', { name_fa: HOSTILE }, { brand }),
    userRow(db, 911, '09121111911'),
    db.prepare('UPDATE users SET name = ?, comment_name = ? WHERE id = 911').bind(HOSTILE, HOSTILE),
    sessionRow(db, 911, TOKEN, { browser: HOSTILE, system: HOSTILE, daysAgo: 0 }),
    add('comments', { title_id: FILM, user_id: 911, text: HOSTILE, name: HOSTILE, ...times }),
    add('payments', {
      ...{ id: PAID, user_id: 911, state: 'settled', fingerprint: 'f8', token: HOSTILE, reference: HOSTILE },
      ...{ trace: HOSTILE, card: HOSTILE, ...times, expires_at: now, settled_at: now, delivered_at: now },
    }),
    add('payment_lines', { payment_id: PAID, name_fa: HOSTILE, name_en: HOSTILE, kind: 'plan', item_id: 1, days: 30 }),
    add('help_threads', { number: HELP, user_id: 911, key: 'form-0911', page: '/movie/52', ...times }),
    add('help_messages', { thread: HELP, user_id: 911, key: 'form-0911', text: HOSTILE, ...times }),
  ]);
}
