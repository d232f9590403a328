import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorker } from '../../../src/app/worker-app.ts';
import * as calls from '../../../src/features/catalogue/art-contract.ts';
import { listDeskEpisodes } from '../../../src/features/catalogue/series-contract.ts';
import { getDeskTitle, undoTitleChange } from '../../../src/features/catalogue/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { parseBase64 } from '../../../src/platform/media/bytes-as-text.ts';
import { artKind } from '../../../src/platform/image-widths.ts';
import { ORIGIN, parseAnswer, parseFailure } from '../../support/site/api.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as, getVersion, refuse } = await openDeskTitles();
const FILM = 10;
/** Each test has the whole budget of calls. */
beforeEach(() => {
  site.clock.now += 600;
});
const paint = (width: number, height: number, background = '#c02020') =>
  sharp({ create: { width, height, channels: background.length > 7 ? 4 : 3, background } });

interface Sending {
  type?: string;
  who?: ReturnType<typeof as>;
  id?: number;
  seen?: string;
  source?: string;
}
async function send(
  field: string,
  body: Uint8Array,
  { type = 'image/jpeg', who = as('editor'), id = FILM, seen, ...more }: Sending = {},
): Promise<Response> {
  const before = seen ?? (await see(field, id));
  const url = `${ORIGIN}${API_BASE}/operator/titles/${String(id)}/art/${field}?${new URLSearchParams({ seen: before, ...more }).toString()}`;
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': type, 'cf-connecting-ip': '10.0.0.1' };
  const request = new Request(url, { method: 'POST', headers, body: new Uint8Array(body) });
  return site.api(request, site.env, platform.ctx);
}
const read = async (id = FILM) => (await site.call(calls.getTitleArt, { id }, as('viewer'))).data.values;
const see = async (field: string, id = FILM) =>
  new Map<string, string | null>(Object.entries(await read(id))).get(field) ?? '';
const upload = async (...sending: Parameters<typeof send>) =>
  (await parseAnswer(calls.uploadTitlePicture, await send(...sending))).data.values;
const deny = async (...sending: Parameters<typeof send>) => {
  const { status, code } = await parseFailure(await send(...sending));
  return `${String(status)} ${code}`;
};
const get = async (key: string) => new Uint8Array((await (await site.env.MEDIA.get(key))?.arrayBuffer()) ?? []);
const toBytes = (text: string) => new TextEncoder().encode(text);
const storeFilm = async () => {
  const media = await site.sql('SELECT media FROM titles WHERE id = ?', FILM).first<string>('media');
  const files = ['master.m3u8', 'storyboard.vtt', 'storyboard.jpg'].concat(
    ['index.m3u8', 'init.mp4', 'seg-1.m4s', 'seg-2.m4s', 'seg-3.m4s'].map((file) => `720p/${file}`),
  );
  for (const file of files)
    await site.env.MEDIA.put(`video/${String(media)}/${file}`, readFileSync(`seed/media/${String(media)}/${file}`));
};
const page = async (id = FILM) => (await site.call(getTitle, { kind: 'movie', id })).data;

describe('an uploaded picture', () => {
  it('is stored in all widths with its original, is on the page and in search, and is one version and one change', async () => {
    const version = await getVersion();
    const original = await paint(600, 900).jpeg().toBuffer();
    const { art } = await upload('art', original);
    expect(artKind(art ?? '')).toBe('poster');
    expect((await page()).art).toBe(art);
    const name = (await page()).name_en;
    const match = (await site.call(search, { query: name, literal: '1' })).data.find(({ id }) => id === FILM);
    expect(match?.art).toBe(art);
    for (const size of ['180', '240', '336', '480'])
      for (const format of ['avif', 'webp', 'jpg'])
        expect((await get(`img/${String(art)}-${size}.${format}`)).byteLength, `${size} ${format}`).toBeGreaterThan(
          100,
        );
    expect((await sharp(await get(`img/${String(art)}-social.jpg`)).metadata()).width).toBe(1200);
    expect(await getVersion()).not.toBe(version);
    const { data } = await site.call(getDeskTitle, { id: FILM }, as('viewer'));
    expect(data.changes[0]).toMatchObject({ field: 'art', after: art, operator: 'editor', may_undo: true });
    const act = await site
      .sql("SELECT action, permission, status FROM operator_audit WHERE action = 'uploadTitlePicture' ORDER BY id DESC")
      .first();
    expect(act).toMatchObject({ permission: 'titles.write', status: 200 });
    const put = await getVersion();
    expect((await upload('art', original)).art).toBe(art);
    expect(await getVersion()).toBe(put);
  });

  it('has the key that an import gives it, and the colour that covers most of it', async () => {
    const { backdrop } = await upload('backdrop', await paint(1600, 900, '#2040c0').png().toBuffer(), {
      type: 'image/png',
    });
    expect(backdrop).toMatch(/^backdrop-[0-9a-f]{16}-[JKL][Q-Z][0-9a-f]{6}$/);
  });

  it('comes at a new address in place of another, and an undo brings the first one back', async () => {
    const { art: first } = await upload('art', await paint(500, 750, '#102030').jpeg().toBuffer());
    const { art: second } = await upload('art', await paint(500, 750, '#f0e0d0').jpeg().toBuffer());
    expect(second).not.toBe(first);
    const { data } = await site.call(getDeskTitle, { id: FILM }, as('viewer'));
    await site.call(undoTitleChange, { id: FILM, change: data.changes[0]?.id ?? 0 }, as('editor'));
    expect([(await page()).art, (await read()).art]).toEqual([first, first]);
    expect((await get(`art/${String(first)}.png`)).byteLength).toBeGreaterThan(0);
  });

  it('is upright, in sRGB and without its place, whatever its file holds', async () => {
    const turned = await paint(900, 600, '#3060a0')
      .withExif({ IFD0: { Copyright: 'secret-place' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 41/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(turned.includes('secret-place')).toBe(true);
    const print = await paint(480, 720, '#3060a0').toColourspace('cmyk').jpeg().toBuffer();
    const deep = await paint(480, 720, '#3060a0').toColourspace('rgb16').png().toBuffer();
    for (const [bytes, type] of [
      [turned, 'image/jpeg'],
      [print, 'image/jpeg'],
      [deep, 'image/png'],
    ] as const) {
      const { art_en: key } = await upload('art_en', bytes, { type });
      const master = await get(`art/${String(key)}.png`);
      const { width, height, exif, orientation, space } = await sharp(master).metadata();
      expect([width < height, exif, orientation, space]).toEqual([true, undefined, undefined, 'srgb']);
      const { channels } = await sharp(master).stats();
      const distances = [48, 96, 160].map((value, at) => Math.abs(value - (channels[at]?.mean ?? 0)));
      expect(Math.max(...distances)).toBeLessThan(32);
    }
  });

  it('of lettering keeps its transparency, in each language; an episode has a still alone', async () => {
    const logo = await paint(900, 300, '#ffffff80').png().toBuffer();
    const { logo_fa: key } = await upload('logo_fa', logo, { type: 'image/png' });
    expect((await sharp(await get(`art/${String(key)}.png`)).metadata()).hasAlpha).toBe(true);
    expect((await page()).logo_fa).toBe(key);
    const sql = "SELECT id FROM titles WHERE kind = 'episode' ORDER BY id LIMIT 1";
    const episode = (await site.sql(sql).first<number>('id')) ?? 0;
    const still = await paint(640, 360).jpeg().toBuffer();
    expect(artKind((await upload('still', still, { id: episode })).still ?? '')).toBe('still');
    const { series } = (await site.call(calls.getTitleArt, { id: episode }, as('viewer'))).data;
    const sold = await site
      .sql('SELECT s.name_en, s.backdrop FROM titles e JOIN titles s ON s.id = e.series_id WHERE e.id = ?', episode)
      .first<{ backdrop: string }>();
    expect(series).toMatchObject({ ...sold, link: sold?.backdrop });
    expect((await site.call(calls.getTitleArt, { id: FILM }, as('viewer'))).data.series).toBe(null);
    const readSource = async () => {
      const { series_id: id } = (await site
        .sql('SELECT series_id FROM titles WHERE id = ?', episode)
        .first<{ series_id: number }>()) ?? { series_id: 0 };
      const { episodes } = (await site.call(listDeskEpisodes, { id }, as('viewer'))).data;
      return episodes.find((one) => one.id === episode)?.still_source;
    };
    expect(await readSource()).toBe('own');
    await upload('still', await paint(640, 360, '#224466').jpeg().toBuffer(), { id: episode, source: 'film' });
    expect(await readSource()).toBe('film');
    await site.call(
      calls.removeTitlePicture,
      { id: episode, field: 'still', seen: await see('still', episode) },
      as('editor'),
    );
    expect(await readSource()).toBe('none');
    expect(await deny('art', await paint(600, 900).jpeg().toBuffer(), { id: episode })).toBe('422 title_field');
    expect(await deny('still', still)).toBe('422 title_field');
  });

  it('of a series is that of its episodes, too', async () => {
    const sql = "SELECT id FROM titles WHERE kind = 'series' ORDER BY id LIMIT 1";
    const series = (await site.sql(sql).first<number>('id')) ?? 0;
    const { art } = await upload('art', await paint(520, 780, '#204020').jpeg().toBuffer(), { id: series });
    const others = await site
      .sql('SELECT count(*) AS n FROM titles WHERE series_id = ? AND art IS NOT ?', series, art)
      .first('n');
    expect(others).toBe(0);
  });
});

describe('a picture is refused', () => {
  const jpeg = () => paint(600, 900).jpeg().toBuffer();

  it('by the checks of an import, before it is decoded', async () => {
    const good = await jpeg();
    const before = await read();
    const png = await paint(600, 900).png().toBuffer();
    const bomb = new Uint8Array(png);
    for (const at of [16, 20]) new DataView(bomb.buffer).setUint32(at, 30_000);
    const gif = await paint(600, 900).gif().toBuffer();
    const frames = await sharp(
      await Promise.all([paint(600, 900).png().toBuffer(), paint(600, 900, '#00ff00').png().toBuffer()]),
      { join: { animated: true } },
    )
      .webp()
      .toBuffer();
    const svg = toBytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [body, type, answer] of [
      [new Uint8Array(), 'image/jpeg', '422 picture_empty'],
      [png, 'image/jpeg', '415 picture_name'],
      [good, 'text/html', '415 picture_name'],
      [good, 'image/svg+xml', '415 picture_name'],
      [svg, 'image/svg+xml', '415 picture_format'],
      [svg, 'image/png', '415 picture_format'],
      [gif, 'image/gif', '415 picture_format'],
      [toBytes('%PDF-1.7 nothing to see'), 'image/png', '415 picture_format'],
      [frames, 'image/webp', '422 picture_animated'],
      [bomb, 'image/png', '422 picture_pixels'],
      [good.subarray(0, good.byteLength / 2), 'image/jpeg', '422 picture_damaged'],
      [png.subarray(0, png.byteLength - 20), 'image/png', '422 picture_damaged'],
      [good.subarray(0, 20), 'image/jpeg', '422 picture_damaged'],
      [await paint(100, 150).jpeg().toBuffer(), 'image/jpeg', '422 picture_narrow'],
      [await paint(900, 600).jpeg().toBuffer(), 'image/jpeg', '422 picture_shape'],
      [new Uint8Array(20_000_001), 'image/jpeg', '413 picture_large'],
    ] as const)
      expect(await deny('art', body, { type }), `${type} ${answer}`).toBe(answer);
    expect(await read()).toEqual(before);
  });

  it('with noise in the place of its content, whole by its header', async () => {
    const png = await paint(600, 900).png().toBuffer();
    const at = png.indexOf('IDAT') + 8;
    png.fill(0x5a, at, png.byteLength - 16);
    expect(await deny('art', png, { type: 'image/png' })).toBe('422 picture_damaged');
  });

  it('without permission, for another’s place, and before its body is read', async () => {
    const good = await jpeg();
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await deny('art', good, { who: as(role) }), role).toBe('403 operator_role');
    expect(await deny('art', good, { id: 999_999_999, seen: '' })).toBe('404 title_not_found');
    expect(await deny('media', good, { seen: '' })).toBe('422 invalid_input');
    expect(await deny('hidden', good, { seen: '' })).toBe('422 invalid_input');
  });

  it('where somebody else has set another since it was seen: of two at once one wins', async () => {
    const seen = await see('art');
    const bodies = await Promise.all(['#0a0b0c', '#d0c0b0'].map((colour) => paint(440, 660, colour).jpeg().toBuffer()));
    const answers = await Promise.all(bodies.map(async (body) => (await send('art', body, { seen })).status));
    expect(answers.sort()).toEqual([200, 409]);
  });
});

describe('the door of the site', () => {
  const worker = createWorker(() => Promise.resolve(new Response('page')));
  const knock = async (path: string, type: string, headers: Record<string, string> = {}) => {
    const noise = crypto.getRandomValues(new Uint8Array(60_000));
    const photo = await sharp(noise, { raw: { width: 200, height: 100, channels: 3 } })
      .resize(800, 1200, { fit: 'fill' })
      .png()
      .toBuffer();
    const request = new Request(`${ORIGIN}${API_BASE}/operator/titles/${String(FILM)}${path}`, {
      ...{ method: 'POST', body: new Uint8Array(photo) },
      headers: { 'content-type': type, 'cf-connecting-ip': '10.0.0.9', ...headers },
    });
    const { status } = await worker(request, site.env, platform.ctx);
    return [photo.byteLength > 64 * 1024, status];
  };
  const authorization = `Bearer ${as('editor').token}`;

  it('lets a large body through for an upload alone, and to a member alone', async () => {
    const seen = new URLSearchParams({ seen: await see('art') }).toString();
    expect(await knock(`/art/art?${seen}`, 'image/png', { authorization })).toEqual([true, 200]);
    expect(await knock('/focus', 'application/json', { authorization })).toEqual([true, 413]);
    expect(await knock(`/art/art?${seen}`, 'image/png')).toEqual([true, 401]);
    const foreign = { authorization, origin: 'https://evil.test' };
    expect(await knock(`/art/art?${seen}`, 'image/png', foreign)).toEqual([true, 403]);
  });
});

it('a picture may take minutes to arrive', async () => {
  const worker = createWorker(() => Promise.resolve(new Response('page')));
  const seen = new URLSearchParams({ seen: await see('art') }).toString();
  const photo = new Uint8Array(await paint(300, 450, '#334455').jpeg().toBuffer());
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const init = {
    ...{ method: 'POST', body: readable, duplex: 'half' },
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${as('editor').token}` },
  };
  const url = `${ORIGIN}${API_BASE}/operator/titles/${String(FILM)}/art/art?${seen}`;
  const answer = worker(new Request(url, init), site.env, platform.ctx);
  const writer = writable.getWriter();
  await writer.write(photo.subarray(0, 100));
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  vi.useRealTimers();
  await writer.write(photo.subarray(100));
  await writer.close();
  expect((await answer).status).toBe(200);
});

describe('the focal point and the gallery', () => {
  it('are written with a change, taken back, and bounded', async () => {
    const seen = await see('focus');
    const set = (x: unknown, y: unknown, before = seen) => ({ id: FILM, x, y, seen: before });
    expect((await site.call(calls.setTitleFocus, set(12, 80), as('editor'))).data.values.focus).toBe('12,80');
    expect(await page()).toMatchObject({ focus_x: 12, focus_y: 80 });
    for (const [x, y] of [
      [-1, 0],
      [101, 0],
      [0.5, 0],
      ['5', 0],
    ])
      expect(await refuse(calls.setTitleFocus, set(x, y), as('editor'))).toBe('422 invalid_input x');
    expect(await refuse(calls.setTitleFocus, set(1, 1), as('editor'))).toBe('409 title_changed focus');
    expect(await refuse(calls.setTitleFocus, set(1, 1), as('viewer'))).toBe('403 operator_role');
    const { data } = await site.call(getDeskTitle, { id: FILM }, as('viewer'));
    await site.call(undoTitleChange, { id: FILM, change: data.changes[0]?.id ?? 0 }, as('editor'));
    expect((await see('focus')) === seen).toBe(true);
  });

  it('hold stills once, in their order, at most 20, and nothing that was not there', async () => {
    const add = async (colour: string) =>
      (await upload('stills', await paint(640, 360, colour).jpeg().toBuffer())).stills ?? '';
    const first = (await add('#111111')).split(',').at(-1) ?? '';
    const stills = (await add('#eeeeee')).split(',');
    expect((await add('#eeeeee')).split(',')).toEqual(stills);
    expect((await page()).stills).toEqual(stills);
    const order = stills.toReversed();
    const set = (keys: unknown) => ({ id: FILM, keys, seen: stills.join() });
    expect((await site.call(calls.setTitleStills, set(order), as('editor'))).data.values.stills).toBe(order.join());
    const seen = order.join();
    for (const keys of [['still-ffffffffffffffff-AQ000000'], [first, first], ['<script>']])
      expect(await refuse(calls.setTitleStills, { id: FILM, keys, seen }, as('editor'))).toBe('422 invalid_input keys');
    const others = order.filter((key) => key !== first);
    await site.call(calls.setTitleStills, { id: FILM, keys: others, seen }, as('editor'));
    expect((await page()).stills).toEqual(others);
  });

  it('lose a picture that is taken away, until it is taken back', async () => {
    const seen = await see('logo_fa');
    await site.call(calls.removeTitlePicture, { id: FILM, field: 'logo_fa', seen }, as('editor'));
    expect((await page()).logo_fa).toBe(null);
    expect(await refuse(calls.removeTitlePicture, { id: FILM, field: 'media', seen: '' }, as('editor'))).toBe(
      '422 invalid_input field',
    );
  });
});

describe('a film', () => {
  it('gives its storyboard sheet by sheet, and the key frame of a moment with its neighbours', async () => {
    await storeFilm();
    const { data: board } = await site.call(calls.getStoryboard, { id: FILM }, as('viewer'));
    expect(board.pictures.length).toBeGreaterThan(10);
    const sheet = await sharp(parseBase64(board.image)).metadata();
    for (const { x, y, width, height } of board.pictures)
      expect([x + width <= sheet.width, y + height <= sheet.height]).toEqual([true, true]);
    const { data: frame } = await site.call(calls.getFilmFrame, { id: FILM, at: '9.5' }, as('viewer'));
    expect(frame).toMatchObject({ at: 8, previous: 4, next: 12 });
    expect(frame.codec).toMatch(/^avc1\./);
    expect(frame.picture.length).toBeGreaterThan(1000);
    expect(await refuse(calls.getStoryboard, { id: FILM, sheet: '99' }, as('viewer'))).toBe('404 film_frames');
    for (const at of ['-1', 'x', '1e9', ''])
      expect(await refuse(calls.getFilmFrame, { id: FILM, at }, as('viewer'))).toBe('422 invalid_input at');
    expect(await refuse(calls.getStoryboard, { id: FILM }, as('support'))).toBe('403 operator_role');
  });
});

it('a seed keeps the pictures, the gallery and the focal point of the desk', async () => {
  await site.call(calls.setTitleFocus, { id: FILM, x: 3, y: 4, seen: await see('focus') }, as('editor'));
  const before = await read();
  await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
  expect(await read()).toEqual(before);
});
