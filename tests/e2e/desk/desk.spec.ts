import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessible, expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import {
  addMember,
  buyPlanAs,
  enterDesk,
  makeOwner,
  readFirstCode,
  waitForScreen,
} from '../../support/browser/desk.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;
const ASSETS = 'dist/client/_astro';
const FONTS = 'public/fonts';
/** Of the sign-in and the first screen: the document with its styles, scripts, all fonts, and the icon. */
const MAX_FIRST_LOAD_BYTES = 250_000;
const STATIC = /(?:from|import)\s*["'`]\.\/([^"'`]+)/g;
const DYNAMIC = /import\(\s*["'`]\.\/([^"'`]+)/g;

const readAsset = (name: string) => readFileSync(`${ASSETS}/${name}`, 'utf8');

/** The file, and those that it leads to. */
function listImports(file: string, ...patterns: RegExp[]): Set<string> {
  const names = new Set([file]);
  for (const name of names)
    for (const pattern of patterns) for (const [, other = ''] of readAsset(name).matchAll(pattern)) names.add(other);
  return names;
}

for (const locale of LOCALES) {
  test.describe(`the desk (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('a member enrols, finds a payment by its number, gives a part back, and the trail has it', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const id = await buyPlanAs(browser, origin, `0937${mobile.slice(4)}`);
      expect(await makeOwner(mobile, `desk ${mobile}`, origin)).toContain(`${origin}/desk`);

      await page.goto('/desk');
      await expect(page.getByLabel(d('enrol_first'))).toBeVisible();
      await expectAccessible(page, 'enrolment');
      await page.getByLabel(d('enrol_first')).fill(await readFirstCode(page));
      await page.getByRole('button', { name: d('factor_open') }).click();
      await expect(page.locator('.desk-codes li')).toHaveCount(10);
      await page.getByRole('button', { name: d('recovery_read') }).click();
      await expect(page.getByRole('navigation', { name: d('nav_label') })).toBeVisible();
      await waitForScreen(page);

      await page.keyboard.press('/');
      await page.keyboard.type(id);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'search');
      await page.getByRole('link', { name: id }).click();
      await page.getByRole('button', { name: d('refund_open') }).click();
      await page.getByLabel(d('refund_what')).selectOption({ index: 1 });
      await page.getByLabel(d('refund_amount')).fill('۱۰٬۰۰۰');
      await page.getByLabel(d('reason_label')).fill('asked for it');
      await page.getByRole('button', { name: d('refund_see') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(4);
      await expectAccessible(page, 'refund');
      await dialog.getByRole('button', { name: d('refund_do') }).click();
      await expect(dialog).toHaveCount(0);
      const ledger = page.getByRole('region', { name: d('ledger_title') });
      await expect(ledger.getByRole('row').filter({ hasText: d('event_refund') })).toHaveCount(3);
      await expectAccessibleInBothThemes(page, 'payment');
      // The whole trail has the acts of other tests, too.
      await page.getByRole('link', { name: d('audit_of_record') }).click();
      const name = page.getByRole('cell', { name: d('call_refund_payment'), exact: true });
      const act = page.getByRole('row').filter({ has: name }).filter({ hasText: id });
      await expect(act).toHaveCount(1);
      for (const screen of ['nav_payments', 'nav_alarms', 'nav_comments', 'nav_staff', 'nav_audit'] as const) {
        const link = page.getByRole('navigation', { name: d('nav_label') }).getByRole('link', { name: d(screen) });
        await link.click();
        await expect(page.locator('main [aria-busy]')).toHaveCount(0);
        await expectAccessibleInBothThemes(page, screen);
      }
      expect(noise.errors).toEqual([]);
    });
  });
}

for (const locale of LOCALES) {
  test.describe(`an address that the role has not (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('has no screen, asks for nothing, and leads back to the member’s own', async ({
      page,
      mobile,
      signIn,
      baseURL,
      noise,
    }) => {
      const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];
      await signIn();
      await addMember(page, baseURL ?? '', { mobile, name: `narrow ${mobile}`, role: 'moderator' });
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/v1/operator/')) calls.push(new URL(request.url()).pathname);
      });
      await page.goto('/desk/payments');
      await enterDesk(page, locale);
      for (const path of ['payments', `payments/${'a'.repeat(20)}`, 'staff', 'audit', 'nowhere']) {
        await page.goto(`/desk/${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(d('missing_title'));
        await expect(page.getByText(d('missing_text'))).toBeVisible();
      }
      await expectAccessibleInBothThemes(page, 'no permission');
      expect(calls).toEqual([]);
      const parts = page.getByRole('navigation', { name: d('nav_label') }).getByRole('link');
      await expect(parts).toHaveText([d('nav_comments')]);
      await parts.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(d('moderation_title'));
      expect(noise.errors).toEqual([]);
    });
  });
}

test('a stranger sees the way in alone, at any address of the desk', async ({ page, signIn }) => {
  const answer = await page.goto('/desk/payments');
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
  await expect(page.getByLabel(deskFa.sign_in_mobile)).toBeVisible();
  await expectAccessible(page, 'sign-in');
  await signIn();
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(deskFa.sign_in_stranger);
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test(
  'no file of a visitor’s page leads to the desk, whose first load has its bar',
  { tag: '@browser' },
  async ({ page }) => {
    const html = (await (await page.goto('/desk'))?.text()) ?? '';
    const entry = /src="\/_astro\/([^"]+)"/.exec(html)?.[1] ?? '';
    const first = listImports(entry, STATIC);
    // Asked for beside the entry, not after it.
    const preloads = [...html.matchAll(/rel="modulepreload" href="\/_astro\/([^"]+)"/g)].map(([, name]) => name);
    expect([entry, ...preloads].sort()).toEqual([...first].sort());
    const desk = listImports(entry, STATIC, DYNAMIC);
    const later = [...desk].filter((name) => !first.has(name));
    // Files for Excel, uploads, and the reader of subtitles.
    for (const mark of ['spreadsheetml/2006', 'Tus-Resumable', 'WEBVTT'])
      expect(
        later.filter((name) => readAsset(name).includes(mark)),
        mark,
      ).toHaveLength(1);
    const deskFiles = [...desk].filter((name) => !name.startsWith('rolldown-runtime'));
    for (const name of readdirSync(ASSETS).filter((other) => !desk.has(other) && other.endsWith('.js'))) {
      const text = readAsset(name);
      expect(
        deskFiles.filter((file) => text.includes(file)),
        name,
      ).toEqual([]);
      expect(text.includes('desk-frame'), name).toBe(false);
    }
    // A saved title brings the files of its player.
    const worker = readFileSync('dist/client/sw.js', 'utf8');
    expect(deskFiles.filter((file) => worker.includes(file))).toEqual([]);
    const figures = later.find((name) => name.startsWith('FiguresScreen')) ?? '';
    const code = new Set([...first, ...listImports(figures, STATIC)]);
    const texts = [html, readFileSync('public/icon.svg', 'utf8'), ...[...code].map(readAsset)];
    const fonts = readdirSync(FONTS).map((name) => readFileSync(`${FONTS}/${name}`).length);
    const bytes = [...texts.map((text) => brotliCompressSync(text).length), ...fonts];
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_LOAD_BYTES);
  },
);
