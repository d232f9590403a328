import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessible, expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlanAs, readFirstCode } from '../../support/browser/desk.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;
const ASSETS = 'dist/client/_astro';
/** Of the first load: the document and its script. */
const MAX_FIRST_LOAD_BYTES = 250_000;

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
      await addMember(page, origin, { mobile, name: `desk ${mobile}`, role: 'owner' });

      await page.goto('/desk');
      await expectAccessible(page, 'enrolment');
      await page.getByLabel(d('enrol_first')).fill(await readFirstCode(page));
      await page.getByRole('button', { name: d('factor_open') }).click();
      await expect(page.locator('.desk-codes li')).toHaveCount(10);
      await page.getByRole('button', { name: d('recovery_read') }).click();
      await expect(page.getByRole('navigation', { name: d('nav_label') })).toBeVisible();

      await page.keyboard.press('/');
      await page.keyboard.type(id);
      await page.keyboard.press('Enter');
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
      await page.getByRole('link', { name: d('nav_audit') }).click();
      const act = page.getByRole('row').filter({ hasText: 'refundPayment' }).filter({ hasText: id });
      await expect(act).toHaveCount(1);
      for (const screen of ['nav_payments', 'nav_alarms', 'nav_comments', 'nav_staff', 'nav_audit'] as const) {
        await page.getByRole('link', { name: d(screen) }).click();
        await expect(page.locator('main [aria-busy]')).toHaveCount(0);
        await expectAccessibleInBothThemes(page, screen);
      }
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
    const html = await (await page.goto('/desk'))?.text();
    const file = /src="\/_astro\/([^"]+)"/.exec(html ?? '')?.[1] ?? '';
    const code = readFileSync(`${ASSETS}/${file}`, 'utf8');
    const imports = [...code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)/g)].map(([, name]) => name);
    expect(imports.filter((name) => !name?.startsWith('rolldown-runtime'))).toEqual([]);
    const later = [...code.matchAll(/import\(\s*["'`]\.\/([^"'`]+)/g)].map(([, name]) => name ?? '');
    expect(later).toHaveLength(1);
    expect(readFileSync(`${ASSETS}/${later[0] ?? ''}`, 'utf8')).toContain('spreadsheetml');
    for (const name of readdirSync(ASSETS).filter((other) => other !== file && other.endsWith('.js'))) {
      const other = readFileSync(`${ASSETS}/${name}`, 'utf8');
      expect(other.includes(file), name).toBe(false);
      expect(other.includes('desk-frame'), name).toBe(false);
    }
    const bytes = [html ?? '', code].reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
    expect(bytes).toBeLessThan(MAX_FIRST_LOAD_BYTES);
  },
);
