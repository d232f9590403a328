import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { mergePerson, undoPersonMerge } from '../../../src/features/catalogue/people-contract.ts';
import * as calls from '../../../src/features/catalogue/portrait-contract.ts';
import { writePortraits } from '../../../src/features/catalogue/server/intake/art-statements.ts';
import { getPerson } from '../../../src/features/people/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { ORIGIN, parseAnswer, parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as, refuse, getVersion } = await openDeskTitles();
const { results } = await site
  .sql('SELECT c.person_id AS id FROM credits c GROUP BY c.person_id ORDER BY count(*) DESC, c.person_id LIMIT 2')
  .all<{ id: number }>();
const [PERSON = 0, OTHER = 0] = results.map(({ id }) => id);
/** Each test has the whole budget of calls. */
beforeEach(() => {
  site.clock.now += 600;
});
const paint = (width: number, height: number, background = '#c02020') =>
  sharp({ create: { width, height, channels: 3, background } });
const read = async (id = PERSON) => (await site.call(calls.getPortrait, { id }, as('viewer'))).data;

interface Sending {
  type?: string;
  who?: ReturnType<typeof as>;
  id?: number;
  seen?: string;
}
async function send(
  body: Uint8Array,
  { type = 'image/jpeg', who = as('editor'), id = PERSON, seen }: Sending = {},
): Promise<Response> {
  const query = new URLSearchParams({ seen: seen ?? (await read(id)).portrait ?? '' });
  const url = `${ORIGIN}${API_BASE}/operator/cast/${String(id)}/portrait?${query.toString()}`;
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': type, 'cf-connecting-ip': '10.0.0.1' };
  const request = new Request(url, { method: 'POST', headers, body: new Uint8Array(body) });
  return site.api(request, site.env, platform.ctx);
}
const upload = async (...sending: Parameters<typeof send>) =>
  (await parseAnswer(calls.uploadPortrait, await send(...sending))).data;
const deny = async (...sending: Parameters<typeof send>) => {
  const { status, code } = await parseFailure(await send(...sending));
  return `${String(status)} ${code}`;
};
const undo = async (change: number | undefined) =>
  (await site.call(calls.undoPersonChange, { id: PERSON, change }, as('editor'))).data;
const page = async () => (await site.call(getPerson, { id: PERSON })).data;
const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

describe('a portrait', () => {
  it('is stored in all widths without what its file says, is on the page and in search, and comes back', async () => {
    const version = await getVersion();
    const before = await read();
    const file = await paint(900, 600, '#3060a0')
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(file.includes('secret-place')).toBe(true);
    const { portrait, changes } = await upload(file);
    expect(portrait).toMatch(/^portrait-/);
    expect(changes[0]).toMatchObject({ field: 'portrait', after: portrait, operator: 'editor', may_undo: true });
    expect((await page()).art).toBe(portrait);
    const name = (await page()).name_en;
    const match = (await site.call(search, { query: name, literal: '1' })).data.find(({ type }) => type === 'person');
    expect(match?.art).toBe(portrait);
    for (const size of [112, 184, 240, 338, 544])
      for (const format of ['avif', 'webp', 'jpg'])
        expect(await site.env.MEDIA.head(`img/${String(portrait)}-${String(size)}.${format}`), format).not.toBeNull();
    const master = new Uint8Array(
      (await (await site.env.MEDIA.get(`art/${String(portrait)}.png`))?.arrayBuffer()) ?? [],
    );
    expect(new TextDecoder('latin1').decode(master)).not.toContain('secret-place');
    const { width, height } = await sharp(master).metadata();
    expect(height).toBeGreaterThan(width);
    expect(await getVersion()).not.toBe(version);
    const put = await getVersion();
    await upload(file);
    expect(await getVersion()).toBe(put);
    await site.call(calls.removePortrait, { id: PERSON, seen: portrait ?? '' }, as('editor'));
    expect((await page()).art).toBeNull();
    const [removal] = (await read()).changes;
    expect((await undo(removal?.id)).portrait).toBe(portrait);
    expect(await refuse(calls.undoPersonChange, { id: PERSON, change: removal?.id }, as('editor'))).toBe(
      '409 undo_done',
    );
    expect((await undo(changes[0]?.id)).portrait).toBe(before.portrait);
    const act = await site.sql("SELECT * FROM operator_audit WHERE action = 'uploadPortrait' AND status = 200").first();
    expect(act).toMatchObject({ subject: `person:${String(PERSON)}`, permission: 'titles.write' });
  });

  it('is refused by the checks of other pictures, before it is decoded', async () => {
    const bomb = await paint(8000, 5001).jpeg().toBuffer();
    const png = await paint(400, 400).png().toBuffer();
    for (const [bytes, type, refusal] of [
      [svg, 'image/svg+xml', '415 picture_format'],
      [svg, 'image/png', '415 picture_format'],
      [png, 'image/jpeg', '415 picture_name'],
      [bomb, 'image/jpeg', '422 picture_pixels'],
      [await paint(100, 100).jpeg().toBuffer(), 'image/jpeg', '422 picture_narrow'],
      [await paint(900, 300).jpeg().toBuffer(), 'image/jpeg', '422 picture_shape'],
      [png.subarray(0, png.length - 20), 'image/png', '422 picture_damaged'],
      [new Uint8Array(0), 'image/png', '422 picture_empty'],
      [new Uint8Array(20_000_001), 'image/png', '413 picture_large'],
    ] as const)
      expect(await deny(bytes, { type }), refusal).toBe(refusal);
    const picture = await paint(300, 300).jpeg().toBuffer();
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await deny(picture, { who: as(role) }), role).toBe('403 operator_role');
    expect(await deny(picture, { id: 987_654, seen: '' })).toBe('404 cast_unknown');
    expect(await deny(picture, { seen: 'another' })).toBe('409 title_changed');
  });

  it('of two at once is one', async () => {
    const seen = (await read()).portrait ?? '';
    const pictures = await Promise.all(
      ['#101010', '#204060', '#a0a0a0'].map((colour) => paint(300, 400, colour).jpeg().toBuffer()),
    );
    const answers = await Promise.all(pictures.map((picture) => send(picture, { seen })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await page()).art).toBe((await read()).portrait);
  });
});

describe('the focal point', () => {
  it('is on the page, bounded, and taken back', async () => {
    const set = (x: number, y: number, seen = '') => ({ id: PERSON, x, y, seen });
    const { data } = await site.call(calls.setPortraitFocus, set(40, 12), as('editor'));
    expect(data.focus).toBe('40,12');
    expect(await page()).toMatchObject({ focus_x: 40, focus_y: 12 });
    for (const x of [-1, 101, 1.5])
      expect(await refuse(calls.setPortraitFocus, set(x, 1), as('editor'))).toBe('422 invalid_input x');
    expect(await refuse(calls.setPortraitFocus, set(1, 1), as('editor'))).toBe('409 title_changed focus');
    expect(await refuse(calls.setPortraitFocus, set(1, 1, '40,12'), as('viewer'))).toBe('403 operator_role');
    expect((await undo(data.changes[0]?.id)).focus).toBeNull();
    expect(await page()).toMatchObject({ focus_x: null, focus_y: null });
  });
});

describe('the portrait of the desk', () => {
  it('stays after an import, a seed, and a merge that was taken back', async () => {
    const { portrait } = await upload(await paint(300, 400, '#445566').jpeg().toBuffer());
    await site.call(calls.setPortraitFocus, { id: PERSON, x: 50, y: 10, seen: '' }, as('editor'));
    const statements = writePortraits(
      new Map([PERSON, OTHER].map((id) => [id, `portrait-file-${String(id)}-AQ000000`])),
    );
    await site.env.DB.batch(statements.map(({ sql, values }) => site.sql(sql, JSON.stringify(values))));
    expect((await page()).art).toBe(portrait);
    expect((await site.call(getPerson, { id: OTHER })).data.art).toBe(`portrait-file-${String(OTHER)}-AQ000000`);
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect(await page()).toMatchObject({ art: portrait, focus_x: 50, focus_y: 10 });
    const merge = { id: PERSON, into: OTHER, key: 'merge-portrait', reason: 'the same person' };
    const { data: preview } = await site.call(mergePerson, { ...merge, rehearse: true }, as('editor'));
    await site.call(mergePerson, { ...merge, titles: preview.titles }, as('editor'));
    const id = await site.sql("SELECT id FROM person_merges WHERE key = 'merge-portrait'").first<number>('id');
    await site.call(undoPersonMerge, { id }, as('editor'));
    expect(await page()).toMatchObject({ art: portrait, focus_x: 50, focus_y: 10 });
  });
});
