import { cpSync, rmSync } from 'node:fs';
import { openState } from '../../../scripts/lib/open-state.ts';
import { serveDirectly } from '../../../scripts/lib/serve.ts';
import { expect, test } from '../../support/fixtures.ts';
import { MONTH, named } from '../../support/paying.ts';
import { DOCUMENT_BYTES, withoutServiceWorker } from '../../support/tab.ts';

/** The plans in the site's other variants (spec 2.30); tests/e2e/payments/plans.spec.ts has them in `main`. */
const PORT = 4396;
const SITE = `http://localhost:${String(PORT)}`;

/** The site names itself and is visited by a restricted host of igapp. */
const HOSTS = { SITE_URL: SITE, DEMO_HOSTS: 'igapp.example.org' };

/** The site at samandehi.ir (spec 3.03). */
const SEAL = { SAMANDEHI_ID: '1234567', SAMANDEHI_P: 'rfthjyoe' };

/** An operator's live chat (spec 1.13), in one of them. */
const CHAT = 'https://chat.example/widget.js';

test.use({ baseURL: SITE });
test.describe.configure({ mode: 'serial' });

for (const [variant, names] of [
  ['plus', false],
  ['igapp', true],
] as const) {
  test(`the ${variant} variant ${names ? 'names' : 'does not name'} the sister service beside the plans`, async ({
    page,
    tab,
    noise,
    t,
  }) => {
    const stateDir = `.wrangler/${variant}-state`;
    rmSync(stateDir, { recursive: true, force: true });
    cpSync('.wrangler/test-seed', stateDir, { recursive: true });
    const { env, dispose } = await openState(stateDir);
    const seals = JSON.stringify(variant === 'plus' ? [{ name: 'نماد آزمون', id: '98765' }] : []);
    await env.DB.prepare("UPDATE settings SET value = json_set(value, '$.seals', json(?)) WHERE key = 'app_details'")
      .bind(seals)
      .run()
      .finally(dispose);
    const vars = {
      SMS_PROVIDER: 'outbox',
      SITE_VARIANT: variant,
      CHAT_SCRIPT: variant === 'plus' ? CHAT : '',
      FULLRATE_NETWORKS: '197207,44244',
      ...HOSTS,
      ...(variant === 'plus' && SEAL),
    };
    const site = await serveDirectly({ port: PORT, stateDir, envFile: '.wrangler/test.vars', vars });
    let chats = 0;
    await page.route(CHAT, async (route) => {
      chats += 1;
      await route.fulfill({ contentType: 'text/javascript', body: 'document.body.dataset.chat = "open";' });
    });
    try {
      await page.goto('/genres', { waitUntil: 'load' });
      if (variant === 'plus') await expect(page.locator('body[data-chat="open"]')).toBeAttached();
      expect(chats).toBe(variant === 'plus' ? 1 : 0);
      // Issue 19: a chat that never answers, or is refused, is missed by nobody. Nothing waits for it.
      for (const fail of variant === 'plus' ? ['hang', 'refuse'] : []) {
        await page.unroute(CHAT);
        await page.route(CHAT, (route) => (fail === 'refuse' ? route.abort() : undefined));
        const asked = page.waitForRequest(CHAT);
        await page.goto('/genres', { waitUntil: 'load' });
        await asked;
        await page.getByRole('button', { name: t('nav_search') }).click();
        await expect(page.getByRole('dialog', { name: t('shell_search') }).getByRole('combobox')).toBeFocused();
        expect(noise.errors.filter((error) => !error.includes('Failed to load resource'))).toEqual([]);
      }
      await page.goto('/genres#plans');
      const dialog = page.getByRole('dialog', { name: t('plans_title') });
      await expect(dialog.getByRole('link', { name: named(MONTH, 'fa') })).toBeVisible();
      await expect(dialog.getByText(t('plans_sister'))).toHaveCount(names ? 1 : 0);
      // Spec 6.05: the benefits are those of whom the variant gives the subscription, in the modal and on the page.
      const heading = variant === 'igapp' ? t('plans_benefits_given') : t('plans_benefits');
      await expect(dialog.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(dialog.getByText(t('plans_benefit_given'))).toHaveCount(variant === 'igapp' ? 1 : 0);
      // In igapp everybody is subscribed (spec 4.26), and the operators are named as spec 1.09 has them.
      await page.goto('/movie/10#content');
      const note = page.getByText(t('data_fullrate_note', { operator: t('data_fullrate_operators') }));
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
      await expect(note).toHaveCount(variant === 'igapp' ? 1 : 0);
      // Spec 2.23: the footer shows the operator's seals.
      const footerSeals = page
        .getByRole('contentinfo')
        .getByRole('list', { name: t('nav_seals') })
        .getByRole('link');
      await page.goto('/genres');
      await expect(footerSeals).toHaveText(variant === 'plus' ? [/نماد آزمون\s*98765/] : []);
      if (variant === 'plus') await expect(footerSeals).toHaveAttribute('href', '/namad');
      // The page that a browser keeps is this variant's, also where another had the same address before.
      await tab.prepare(withoutServiceWorker);
      for (const path of ['/genres', '/lists', '/genres']) await tab.goto(path);
      expect(await tab.read(DOCUMENT_BYTES)).toBe(0);
      expect(await tab.read(`document.querySelector('footer').textContent.includes('نماد آزمون')`)).toBe(
        variant === 'plus',
      );
      await page.goto('/namad');
      const seal = page.locator('a[href^="https://logo.samandehi.ir/Verify.aspx?id=1234567&p=rfthjyoe"]');
      await expect(seal).toHaveCount(variant === 'plus' ? 1 : 0);
      // Spec 2.15 goes by the visited host; SITE_URL names another.
      const shell = async (host: string) => (await page.request.get('/genres', { headers: { host } })).text();
      expect(await shell('igapp.example.org')).toMatch(
        variant === 'igapp' ? /^(?![^]*href="\/payments")/ : /href="\/payments"/,
      );
      expect(await shell(`localhost:${String(PORT)}`)).toContain('href="/payments"');
      await page.goto('/profile/plans');
      await expect(page.getByRole('main').getByRole('link', { name: named(MONTH, 'fa') })).toBeVisible();
      await expect(page.getByRole('main').getByText(t('plans_sister'))).toHaveCount(names ? 1 : 0);
      await expect(page.getByRole('main').getByRole('heading', { name: heading, exact: true })).toBeVisible();
      // A guest on a full-rate network, as the edge tells it (spec 1.07, 6.05).
      const network = { 'MF-CF-Blob': JSON.stringify({ asn: 197_207 }) };
      const plans = await (await page.request.get('/profile/plans', { headers: network })).text();
      expect(plans.includes(t('plans_benefit_data_network'))).toBe(variant === 'plus');
    } finally {
      await site.stop();
    }
  });
}
