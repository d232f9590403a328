import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorker } from '../../../src/app/worker-app.ts';
import { errorPage } from '../../../src/edge/error-page.ts';
import { buildTestText } from '../../../src/features/accounts/server/texts.ts';
import { BUILT_IN_VALUE, type BrandValue } from '../../../src/features/site/brand-rules.ts';
import { writeBrand } from '../../../src/features/site/brand-address.ts';
import { getAppDetails } from '../../../src/features/site/contract.ts';
import {
  getSitePart,
  restoreSitePart,
  saveSitePart,
  uploadSiteLogo,
} from '../../../src/features/site/texts-contract.ts';
import { buildBrandStyle } from '../../../src/platform/config/brand-style.ts';
import { BUILT_IN_BRAND } from '../../../src/platform/config/brand.ts';
import { SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { getPreview } from '../../../src/platform/http/pages/preview.ts';
import { paths } from '../../../src/platform/paths.ts';
import { m } from '../../../src/platform/text/paraglide/messages.js';
import { getBrand, setBrand } from '../../../src/platform/text/site-brand.ts';
import { ORIGIN, parseAnswer, parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as } = await openDeskTitles();
const editor = as('editor');
const reason = 'a test of the brand';
const NAMA = { name_fa: 'نما', name_en: 'Nama', kids_fa: 'نمای کودک', kids_en: 'Nama Kids' };
const value = (part: Partial<BrandValue> = {}): BrandValue => ({ ...BUILT_IN_VALUE, ...NAMA, ...part });
let rev = 0;
const save = async (part: Partial<BrandValue> = {}) => {
  const { data } = await site.call(saveSitePart, { value: value(part), rev, reason }, editor);
  rev = data.rev;
  return data;
};
const deny = async (part: Partial<BrandValue>, who = editor) => {
  const { status, code, fields } = await parseFailure(
    await site.ask(saveSitePart, { value: value(part), rev, reason }, who),
  );
  return [`${String(status)} ${code}`, ...fields];
};
const upload = (body: Uint8Array, type: string, who = editor) => {
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': type, 'cf-connecting-ip': '10.0.0.1' };
  const request = new Request(`${ORIGIN}${API_BASE}/operator/site/logo`, {
    ...{ method: 'POST', headers, body: new Uint8Array(body) },
  });
  return site.api(request, site.env, platform.ctx);
};
const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#c0202080' } });

/** A page that shows its names. */
const worker = createWorker((_request, _env, ctx) => {
  const brand = getPreview(ctx)?.brand ?? getBrand();
  const page = { name: brand.name, text: m.about_description({}, { locale: 'en' }), style: buildBrandStyle(brand) };
  return Promise.resolve(Response.json(page));
});
async function visit(path: string, token = '') {
  const headers = { ...(token !== '' && { cookie: `${SESSION_COOKIE}=${token}` }), 'cf-connecting-ip': '192.0.2.9' };
  const background: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
  const response = await worker(new Request(ORIGIN + path, { headers }), site.env, ctx);
  await Promise.allSettled(background);
  return { status: response.status, response };
}
const see = async (path = '/login', token = '') =>
  JSON.parse(await (await visit(path, token)).response.text()) as {
    name: Record<string, string>;
    text: string;
    style: string;
  };

beforeEach(() => {
  site.clock.now += 600;
});

describe('the brand', () => {
  it('of the desk is that of pages, SMS and the API from the next version of the catalogue on, and back', async () => {
    const before = await see();
    expect(before).toMatchObject({ name: BUILT_IN_BRAND.name, style: '' });
    await save({ accent_light: '0B57D0', accent_dark: '#8ec5ff' });
    await expect.poll(async () => (await see()).name).toEqual({ fa: 'نما', en: 'Nama' });
    const after = await see();
    expect(after.text).toBe(before.text.replace(BUILT_IN_BRAND.name.en, 'Nama'));
    expect(after.style).toContain('--accent:#8ec5ff');
    expect(buildTestText()).toMatch(/^نما: /);
    const { brand } = (await site.call(getAppDetails, {})).data.data;
    expect(brand).toMatchObject({ name: { fa: 'نما' }, accent: { light: '#0b57d0', dark: '#8ec5ff' } });
    const failure = await errorPage(new Request(ORIGIN), 500, 'internal');
    expect(failure.html).toContain('· نما</title>');
    expect(failure.html).toContain('--accent:#0b57d0');
    expect(failure.html).toContain('<a href="tel:021-91001234">');
    // Version 0 is the built-in one: its pages are as before the first save.
    const { data } = await site.call(restoreSitePart, { part: 'brand', version: 0, rev, reason }, editor);
    rev = data.rev;
    await expect.poll(() => see()).toEqual(before);
    expect((await site.call(getSitePart, { part: 'brand' }, editor)).data).toMatchObject({
      rev,
      value: BUILT_IN_VALUE,
    });
  });

  it('stays as it was read while the database fails', async () => {
    await save();
    await expect.poll(async () => (await see()).name).toEqual({ fa: 'نما', en: 'Nama' });
    await site.env.CONFIG.put('catalogue_version', 'another');
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const DB = {
      prepare: () => {
        throw new Error('D1_ERROR');
      },
    };
    const broken = { ...site.env, DB: DB as unknown as D1Database };
    await worker(new Request(`${ORIGIN}/login`), broken, platform.ctx);
    expect(getBrand().name.en).toBe('Nama');
    log.mockRestore();
  });

  it('is refused by field where it could not be read, or would be a part of a style', async () => {
    expect(await deny({ accent_light: '#ffff00' })).toEqual(['422 site_details', 'accent_light']);
    expect(await deny({ accent_dark: '#8f4a00' })).toEqual(['422 site_details', 'accent_dark']);
    expect(await deny({ accent_dark: '#fff;}body{x' })).toEqual(['422 site_details', 'accent_dark']);
    expect(await deny({ name_fa: '', name_en: '<img>', kids_en: '{{code}}' })).toEqual([
      ...['422 site_details', 'name_fa', 'name_en', 'kids_en'],
    ]);
    expect((await deny({ name_fa: 'x'.repeat(41) }))[0]).toBe('422 invalid_input');
    for (const art of ['../../x', 'poster-a-AQ000000', 'wordmark-a-AQ000000)', 'wordmark-A-AQ000000', ''])
      expect((await deny({ logo_dark: { art, ratio: 1 } }))[0], art).toBe('422 invalid_input');
    for (const ratio of [0, 9, -1, '2'])
      expect((await deny({ logo_dark: { art: 'wordmark-a-AQ000000', ratio: ratio as number } }))[0]).toBe(
        '422 invalid_input',
      );
    expect(await deny({ logo_dark: { art: 'wordmark-a-AQ000000', ratio: 2 } })).toEqual([
      ...['422 site_details', 'logo_dark'],
    ]);
    expect((await deny({}, as('support')))[0]).toBe('403 operator_role');
  });
});

describe('a logo', () => {
  it('is a PNG or a WebP by the checks of art, kept once, and of one who may write', async () => {
    const refuse = async (...sending: Parameters<typeof upload>) => {
      const { status, code } = await parseFailure(await upload(...sending));
      return `${String(status)} ${code}`;
    };
    const png = await paint(400, 200).png().toBuffer();
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect(await refuse(svg, 'image/svg+xml')).toBe('415 picture_format');
    expect(await refuse(svg, 'image/png')).toBe('415 picture_format');
    expect(await refuse(png, 'image/webp')).toBe('415 picture_name');
    expect(await refuse(await paint(400, 200).flatten().jpeg().toBuffer(), 'image/jpeg')).toBe('422 site_logo_format');
    expect(await refuse(await paint(200, 200).png().toBuffer(), 'image/png')).toBe('422 picture_narrow');
    expect(await refuse(await paint(1000, 100).png().toBuffer(), 'image/png')).toBe('422 picture_shape');
    expect(await refuse(png.subarray(0, 300), 'image/png')).toBe('422 picture_damaged');
    expect(await refuse(new Uint8Array(), 'image/png')).toBe('422 picture_empty');
    expect(await refuse(png, 'image/png', as('support'))).toBe('403 operator_role');
    const first = await parseAnswer(uploadSiteLogo, await upload(png, 'image/png'));
    expect(first.data.ratio).toBe(2);
    expect(await parseAnswer(uploadSiteLogo, await upload(png, 'image/png'))).toEqual(first);
  });

  it('is on the pages after the save, and a square of it is the icon', async () => {
    const webp = await paint(640, 400).webp().toBuffer();
    const { data } = await parseAnswer(uploadSiteLogo, await upload(webp, 'image/webp'));
    await save({ logo_light: data });
    await expect.poll(async () => (await see()).style).toContain(`url(/media/img/${data.art}/320)`);
    const icon = await visit(paths.icon(data.art, 192));
    expect([icon.status, icon.response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const square = sharp(await icon.response.bytes());
    expect(await square.metadata()).toMatchObject({ width: 192, height: 192, format: 'png', hasAlpha: false });
    for (const path of [paths.icon(data.art, 193), paths.icon(`poster-a-AQ000000`, 192), paths.icon('x', 192)])
      expect((await visit(path)).status, path).toBe(404);
    expect((await visit(paths.icon('wordmark-none-AQ000000', 192))).status).toBe(404);
  });
});

describe('a preview', () => {
  it('is home with a brand that is not saved, for who may read the texts, in a row of the trail', async () => {
    const address = (text: string) => `/?${new URLSearchParams({ preview: 'now', brand: text }).toString()}`;
    const draft = writeBrand(value({ name_en: 'Draft', accent_light: '#ffff00' }));
    expect(await see(address(draft), editor.token)).toMatchObject({ name: { en: 'Draft' } });
    expect((await see('/login')).name).not.toMatchObject({ en: 'Draft' });
    const row = await site
      .sql("SELECT subject, status FROM operator_audit WHERE action = 'previewBrand' ORDER BY id DESC")
      .first();
    expect(row).toEqual({ subject: 'site:brand', status: 200 });
    for (const token of ['', as('support').token, (await site.visitor()).token])
      expect((await see(address(draft), token)).name, token).not.toMatchObject({ en: 'Draft' });
    const hostile = writeBrand(value({ name_en: 'Draft', accent_light: '#fff;}body{display:none' }));
    for (const text of [hostile, '{', 'null', '{"part":"about","fa":"x","en":"x"}', 'x'.repeat(3000)])
      expect((await see(address(text), editor.token)).name, text).not.toMatchObject({ en: 'Draft' });
    setBrand(BUILT_IN_BRAND);
  });
});
