import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/catalogue/art-contract.ts';
import { getDeskTitle, undoTitleChange } from '../../../src/features/catalogue/contract.ts';
import type { CropField } from '../../../src/features/catalogue/crop.ts';
import * as portraits from '../../../src/features/catalogue/portrait-contract.ts';
import { getPerson } from '../../../src/features/people/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { getSocialImagePath } from '../../../src/platform/seo/social-image.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as, getVersion, refuse } = await openDeskTitles();
const FILM = 10;
/** Each test has the whole budget of calls. */
beforeEach(() => {
  site.clock.now += 600;
});

/** Four fields of colour, each a quarter of the picture. */
const QUARTERS = { topLeft: '#c02020', topRight: '#20c020', lowLeft: '#2020c0', lowRight: '#d0d020' };
/** A picture is stored once, so tests share these. */
const POSTER = [2000, 3000] as const;
const BACKDROP = [1280, 720] as const;
async function paintQuarters(width: number, height: number): Promise<Buffer> {
  const [half, middle] = [width / 2, height / 2];
  const field = (background: string) =>
    sharp({ create: { width: half, height: middle, channels: 3, background } })
      .png()
      .toBuffer();
  const [topLeft, topRight, lowLeft, lowRight] = await Promise.all(Object.values(QUARTERS).map(field));
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([
      { input: topLeft, left: 0, top: 0 },
      { input: topRight, left: half, top: 0 },
      { input: lowLeft, left: 0, top: middle },
      { input: lowRight, left: half, top: middle },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();
}

async function send(path: string, seen: string, bytes: Buffer): Promise<void> {
  const url = `${ORIGIN}${API_BASE}/operator/${path}?${new URLSearchParams({ seen }).toString()}`;
  const headers = { authorization: `Bearer ${as('editor').token}`, 'content-type': 'image/jpeg' };
  const request = new Request(url, { method: 'POST', headers, body: new Uint8Array(bytes) });
  expect((await site.api(request, site.env, platform.ctx)).status).toBe(200);
}
async function upload(field: CropField, bytes: Buffer): Promise<string> {
  await send(`titles/${String(FILM)}/art/${field}`, (await read()).values[field] ?? '', bytes);
  return (await read()).values[field] ?? '';
}
const read = async () => (await site.call(calls.getTitleArt, { id: FILM }, as('viewer'))).data;
const look = async (field: CropField, picture?: string) =>
  (await site.call(calls.getTitleCrop, { id: FILM, field, ...(picture && { picture }) }, as('viewer'))).data;
const page = async () => (await site.call(getTitle, { kind: 'movie', id: FILM })).data;
const get = async (key: string) => new Uint8Array((await (await site.env.MEDIA.get(key))?.arrayBuffer()) ?? []);

interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}
async function prepare(field: CropField, part: Part, picture?: string) {
  const { source } = await look(field, picture);
  return { id: FILM, field, source, seen: (await read()).values[field] ?? '', ...part, ...(picture && { picture }) };
}
const crop = async (field: CropField, part: Part, picture?: string) =>
  (await site.call(calls.setTitleCrop, await prepare(field, part, picture), as('editor'))).data;
const undoNewest = async (field: string) => {
  const { data } = await site.call(getDeskTitle, { id: FILM }, as('viewer'));
  const change = data.changes.find((one) => one.field === field)?.id ?? 0;
  return site.call(undoTitleChange, { id: FILM, change }, as('editor'));
};

/** The colour in the middle of a picture and its size. */
async function sample(name: string) {
  const { data, info } = await sharp(await get(name))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
  return { size: [info.width, info.height], pixel: [...data.subarray(at, at + 3)] };
}
function expectColour(pixel: number[], colour: string): void {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (const [index, value] of wanted.entries()) expect(Math.abs(value - (pixel[index] ?? 0))).toBeLessThan(40);
}

describe('a crop of a picture', () => {
  it('is that part of the original in all sizes, at an address of its own, on the page and in the trail', async () => {
    const source = await upload('art', await paintQuarters(...POSTER));
    const version = await getVersion();
    const { values, cropped } = await crop('art', { x: 0.55, y: 0.1, width: 0.4, height: 0.4 });
    const key = values.art ?? '';
    expect([key === source, cropped[key]]).toEqual([false, source]);
    expect((await page()).art).toBe(key);
    for (const [name, size] of [
      [`art/${key}.png`, [800, 1200]],
      [`img/${key}-480.jpg`, [480, 720]],
      [`img/${key}-180.webp`, [180, 270]],
      [`img/${key}-336.avif`, [336, 504]],
    ] as const) {
      const sampled = await sample(name);
      expect(sampled.size, name).toEqual(size);
      expectColour(sampled.pixel, QUARTERS.topRight);
    }
    expect(await getVersion()).not.toBe(version);
    expect(await look('art')).toMatchObject({
      ...{ source, width: 2000, height: 3000, crop: { x: 0.55, y: 0.1, width: 0.4, height: 0.4 } },
    });
    const act = await site
      .sql("SELECT permission, status FROM operator_audit WHERE action = 'setTitleCrop' ORDER BY id DESC")
      .first();
    expect(act).toEqual({ permission: 'titles.write', status: 200 });
    // Across the middle of the original, another crop of it has both colours.
    const second = await crop('art', { x: 0.25, y: 0.6, width: 0.4, height: 0.4 });
    const master = sharp(await get(`art/${second.values.art ?? ''}.png`));
    const { width } = await master.metadata();
    const column = async (left: number) => {
      const { channels } = await sharp(
        await master.clone().extract({ left, top: 10, width: 20, height: 20 }).toBuffer(),
      ).stats();
      return channels.map(({ mean }) => mean);
    };
    expectColour(await column(10), QUARTERS.lowLeft);
    expectColour(await column(width - 30), QUARTERS.lowRight);
  });

  it('is taken back, removed, and replaced by another upload, while the original stays as it was', async () => {
    const original = await paintQuarters(...POSTER);
    const source = await upload('art', original);
    const { values } = await crop('art', { x: 0, y: 0, width: 0.5, height: 0.5 });
    await undoNewest('art');
    expect([(await page()).art, (await look('art')).crop]).toEqual([source, null]);
    expect((await crop('art', { x: 0, y: 0, width: 0.5, height: 0.5 })).values.art).toBe(values.art);
    const removal = { id: FILM, field: 'art', seen: values.art ?? '' } as const;
    expect(await refuse(calls.removeTitleCrop, { ...removal, seen: source }, as('editor'))).toBe(
      '409 title_changed art',
    );
    const { data } = await site.call(calls.removeTitleCrop, removal, as('editor'));
    expect([data.values.art, source in data.cropped]).toEqual([source, false]);
    const note = await (await site.env.MEDIA.get(`source/${source}.json`))?.json<{ original: string }>();
    expect(await get(note?.original ?? '')).toEqual(new Uint8Array(original));
  });

  it('of a backdrop takes the focal point along, and an undo brings both back', async () => {
    await upload('backdrop', await paintQuarters(...BACKDROP));
    const focus = (await read()).values.focus ?? '';
    await site.call(calls.setTitleFocus, { id: FILM, x: 70, y: 30, seen: focus }, as('editor'));
    const { values } = await crop('backdrop', { x: 0.5, y: 0, width: 0.5, height: 0.5 });
    expect(values.focus).toBe('40,60');
    expect(await page()).toMatchObject({ backdrop: values.backdrop, focus_x: 40, focus_y: 60 });
    expectColour((await sample(`img/${values.backdrop ?? ''}-768.jpg`)).pixel, QUARTERS.topRight);
    await undoNewest('backdrop');
    expect((await read()).values.focus).toBe('70,30');
    const seen = (await crop('backdrop', { x: 0.5, y: 0, width: 0.5, height: 0.5 })).values.backdrop ?? '';
    const removed = await site.call(calls.removeTitleCrop, { id: FILM, field: 'backdrop', seen }, as('editor'));
    expect(removed.data.values.focus).toBe('70,30');
  });

  it('for links is cut from the whole backdrop, and counts while the title has that backdrop', async () => {
    await upload('backdrop', await paintQuarters(...BACKDROP));
    const { values } = await crop('backdrop', { x: 0, y: 0, width: 0.5, height: 0.5 });
    expect(getSocialImagePath(await page())).toContain(values.backdrop);
    const { values: both } = await crop('social', { x: 0.5, y: 0.5, width: 0.5, height: 0.4667 });
    expect(getSocialImagePath(await page())).toContain(both.social);
    expect((await page()).backdrop).toBe(values.backdrop);
    const { size, pixel } = await sample(`img/${both.social ?? ''}-social.jpg`);
    expect(size).toEqual([1200, 630]);
    expectColour(pixel, QUARTERS.lowRight);
    const backdrop = await upload('backdrop', await paintQuarters(960, 540));
    expect([(await page()).social, (await read()).values.social]).toEqual([null, null]);
    expect(getSocialImagePath(await page())).toContain(backdrop);
    await undoNewest('backdrop');
    expect((await page()).social).toBe(both.social);
  });

  it('stays where a seed writes its own pictures', async () => {
    await upload('art', await paintQuarters(...POSTER));
    await crop('art', { x: 0.1, y: 0.1, width: 0.8, height: 0.8 });
    const before = await read();
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect(await read()).toEqual(before);
  });
});

const LOW_RIGHT = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };
const setStills = async (keys: readonly string[]) =>
  site.call(calls.setTitleStills, { id: FILM, keys, seen: (await read()).values.stills ?? '' }, as('editor'));
async function addStills(): Promise<[first: string, second: string, third: string]> {
  await setStills([]);
  const first = await upload('stills', await paintQuarters(...BACKDROP));
  await upload('stills', await paintQuarters(960, 540));
  const [, second = '', third = ''] = (await upload('stills', await paintQuarters(640, 360))).split(',');
  return [first, second, third];
}

describe('a crop of one of the stills', () => {
  it('keeps the order and the others, is in the list once, and gives way to the whole one', async () => {
    const [first, second, third] = await addStills();
    const { values, cropped } = await crop('stills', LOW_RIGHT, second);
    const key = Object.keys(cropped).find((one) => cropped[one] === second) ?? '';
    expect(values.stills).toBe([first, key, third].join());
    expect((await page()).stills).toEqual([first, key, third]);
    const { size, pixel } = await sample(`img/${key}-400.jpg`);
    expect(size).toEqual([400, 225]);
    expectColour(pixel, QUARTERS.lowRight);
    expect(await look('stills', key)).toMatchObject({ source: second, width: 960, height: 540, crop: LOW_RIGHT });
    await upload('stills', await paintQuarters(960, 540));
    expect((await crop('stills', LOW_RIGHT, second)).values.stills).toBe([first, key, third].join());
    const removal = { id: FILM, field: 'stills', picture: key, seen: [first, key, third].join() } as const;
    const { data } = await site.call(calls.removeTitleCrop, removal, as('editor'));
    expect(data.values.stills).toBe([first, second, third].join());
    await undoNewest('stills');
    expect((await page()).stills).toEqual([first, key, third]);
  });

  it('is refused without its key, for a key that is not in the list, and in a list of another order', async () => {
    const [first, second, third] = await addStills();
    const fine = await prepare('stills', LOW_RIGHT, second);
    const { picture: _, ...unnamed } = fine;
    for (const [call, input, answer] of [
      [calls.setTitleCrop, unnamed, '422 invalid_input picture'],
      [calls.removeTitleCrop, { ...fine, field: 'art' }, '422 invalid_input picture'],
      [calls.setTitleCrop, { ...fine, picture: 'still-ffffffffffffffff-AQ000000' }, '404 picture_none'],
      [calls.getTitleCrop, { id: FILM, field: 'stills', picture: `${first},${second}` }, '404 picture_none'],
      [calls.setTitleCrop, { ...fine, picture: first }, '409 title_changed stills'],
      [calls.setTitleCrop, { ...fine, width: 0.4 }, '422 picture_crop'],
    ] as const)
      expect(await refuse(call, input, as('editor')), answer).toBe(answer);
    const order = [third, first, second];
    await setStills(order);
    expect(await refuse(calls.setTitleCrop, fine, as('editor'))).toBe('409 title_changed stills');
    expect((await page()).stills).toEqual(order);
    const seen = order.join();
    const answers = await Promise.all([
      site.ask(calls.setTitleCrop, { ...fine, seen }, as('editor')),
      site.ask(calls.setTitleStills, { id: FILM, keys: order.toReversed(), seen }, as('sara')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await page()).stills).toHaveLength(3);
  });
});

const id = (await site.sql('SELECT min(person_id) AS id FROM credits').first<number>('id')) ?? 0;

describe('a crop of a portrait', () => {
  const SQUARE = { x: 0.5, y: 0.5, width: 0.5, height: 0.3333 };
  const person = async () => (await site.call(portraits.getPortrait, { id }, as('viewer'))).data;
  const uploadPortrait = async () => {
    const seen = (await person()).portrait ?? '';
    await send(`cast/${String(id)}/portrait`, seen, await paintQuarters(600, 900));
    return (await person()).portrait ?? '';
  };
  const undo = async () => {
    const change = (await person()).changes.find(({ field }) => field === 'portrait')?.id;
    return (await site.call(portraits.undoPersonChange, { id, change }, as('editor'))).data;
  };

  it('is a square of the original on the page and in search, takes the focal point along, and is taken back', async () => {
    const source = await uploadPortrait();
    const { focus } = await person();
    await site.call(portraits.setPortraitFocus, { id, x: 75, y: 60, seen: focus ?? '' }, as('editor'));
    const version = await getVersion();
    const input = { id, source, seen: source, ...SQUARE };
    const { data } = await site.call(portraits.setPortraitCrop, input, as('editor'));
    const key = data.portrait ?? '';
    expect([data.is_cropped, data.focus, key === source]).toEqual([true, '50,30', false]);
    expect((await site.call(getPerson, { id })).data).toMatchObject({ art: key, focus_x: 50, focus_y: 30 });
    const searchRow = site.sql("SELECT art FROM search_docs WHERE type = 'person' AND ref_id = ?", id);
    expect(await searchRow.first('art')).toBe(key);
    for (const size of [112, 240]) {
      const sampled = await sample(`img/${key}-${String(size)}.jpg`);
      expect(sampled.size).toEqual([size, size]);
      expectColour(sampled.pixel, QUARTERS.lowRight);
    }
    expect(await getVersion()).not.toBe(version);
    const act = await site.sql("SELECT * FROM operator_audit WHERE action = 'setPortraitCrop'").first();
    expect(act).toMatchObject({ subject: `person:${String(id)}`, permission: 'titles.write', status: 200 });
    expect(await undo()).toMatchObject({ portrait: source, focus: '75,60', is_cropped: false });
    expect((await person()).changes.filter(({ undoes }) => undoes !== null).map(({ field }) => field)).toEqual([
      'focus',
      'portrait',
    ]);
    expect((await site.call(portraits.setPortraitCrop, input, as('editor'))).data.portrait).toBe(key);
    const { data: original } = await site.call(portraits.getPortraitCrop, { id }, as('viewer'));
    expect(original).toEqual({ source, width: 600, height: 900, crop: SQUARE });
    const removed = (await site.call(portraits.removePortraitCrop, { id, seen: key }, as('editor'))).data;
    expect(removed).toMatchObject({ portrait: source, focus: '75,60', is_cropped: false });
  });

  it('is refused for another shape, too few pixels, a changed portrait, and without permission', async () => {
    const source = await uploadPortrait();
    const fine = { id, source, seen: source, ...SQUARE };
    for (const [change, answer] of [
      [{ height: 0.5 }, '422 picture_crop'],
      [{ x: 0.6 }, '422 picture_crop'],
      [{ width: 0.18, height: 0.12 }, '422 picture_crop_small'],
      [{ seen: 'another' }, '409 title_changed portrait'],
      [{ source: 'portrait-ffffffffffffffff-AQ000000' }, '409 title_changed portrait'],
      [{ id: 987_654 }, '404 cast_unknown'],
    ] as const)
      expect(await refuse(portraits.setPortraitCrop, { ...fine, ...change }, as('editor')), answer).toBe(answer);
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(portraits.setPortraitCrop, fine, as(role)), role).toBe('403 operator_role');
    expect(await refuse(portraits.removePortraitCrop, { id, seen: source }, as('viewer'))).toBe('403 operator_role');
    const halves = [0, 0.3].map((y) => site.ask(portraits.setPortraitCrop, { ...fine, y }, as('editor')));
    expect((await Promise.all(halves)).map(({ status }) => status).sort()).toEqual([200, 409]);
    const seen = (await person()).portrait ?? '';
    await site.call(portraits.removePortrait, { id, seen }, as('editor'));
    expect(await refuse(portraits.getPortraitCrop, { id }, as('viewer'))).toBe('404 picture_none');
  });
});

describe('a crop is refused', () => {
  it('outside of its picture, of another ratio, too small, and of a picture that is another by now', async () => {
    await upload('art', await paintQuarters(...POSTER));
    const before = await read();
    for (const [part, answer] of [
      [{ x: -0.1, y: 0, width: 0.5, height: 0.5 }, '422 invalid_input x'],
      [{ x: 0, y: 0, width: 1.5, height: 0.5 }, '422 invalid_input width'],
      [{ x: 0, y: 0, width: 'all', height: 0.5 }, '422 invalid_input width'],
      [{ x: 0.9, y: 0, width: 0.5, height: 0.5 }, '422 picture_crop'],
      [{ x: 0, y: 0, width: 0, height: 0 }, '422 picture_crop'],
      [{ x: 0, y: 0, width: 0.9, height: 0.5 }, '422 picture_crop'],
      [{ x: 0.2, y: 0.2, width: 0.08, height: 0.08 }, '422 picture_crop_small'],
    ] as const) {
      const input = { ...(await prepare('art', { x: 0, y: 0, width: 1, height: 1 })), ...part };
      expect(await refuse(calls.setTitleCrop, input, as('editor')), JSON.stringify(part)).toBe(answer);
    }
    const fine = await prepare('art', { x: 0, y: 0, width: 0.5, height: 0.5 });
    expect(await refuse(calls.setTitleCrop, { ...fine, seen: 'another' }, as('editor'))).toBe('409 title_changed art');
    const other = { ...fine, source: 'poster-ffffffffffffffff-AQ000000' };
    expect(await refuse(calls.setTitleCrop, other, as('editor'))).toBe('409 title_changed art');
    expect(await read()).toEqual(before);
  });

  it('without permission, for lettering, and where there is no picture', async () => {
    const fine = await prepare('art', { x: 0, y: 0, width: 0.5, height: 0.5 });
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(calls.setTitleCrop, fine, as(role)), role).toBe('403 operator_role');
    expect(await refuse(calls.removeTitleCrop, fine, as('viewer'))).toBe('403 operator_role');
    expect(await refuse(calls.setTitleCrop, { ...fine, field: 'logo_fa' }, as('editor'))).toBe(
      '422 invalid_input field',
    );
    expect(await refuse(calls.setTitleCrop, { ...fine, field: 'still' }, as('editor'))).toBe('422 title_field');
    const seen = (await read()).values.art_en ?? '';
    await site.call(calls.removeTitlePicture, { id: FILM, field: 'art_en', seen }, as('editor'));
    expect(await refuse(calls.getTitleCrop, { id: FILM, field: 'art_en' }, as('viewer'))).toBe('404 picture_none');
  });
});
