// @module-tag full
import { cpSync, rmSync } from 'node:fs';
import { openState } from '../../../tools/lib/open-state.ts';
import { serveDirectly } from '../../../tools/lib/serve.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { MONTH, toPlanPattern } from '../../support/browser/paying.ts';
import { DOCUMENT_BYTES, withoutServiceWorker } from '../../support/browser/tab.ts';

/** The plans in the site's other variants (spec 2.30); tests/e2e/payments/plans.spec.ts has them in `main`. */
const PORT = 4396;
const SITE = `http://localhost:${String(PORT)}`;

/** The site names itself; it is visited by this name, by a restricted host of igapp, and by another of its hosts. */
const [RESTRICTED, FREE] = ['igapp.example.org', 'films.example.org'];
const HOSTS = {
  ...{ SITE_URL: SITE, DEMO_HOSTS: `${RESTRICTED},${FREE}`, SISTER_URL: 'https://sister.example/plus' },
  IGAPP_HOSTS: `${RESTRICTED},app.igapp.example.org`,
};

/** A seal of an operator who has its picture on the site. */
const TRUST_SEAL = {
  name: 'نماد آزمون',
  id: '98765',
  url: 'https://issuer.example/?id=98765',
  picture: '/icon-192.png',
};

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
    signIn,
    t,
  }) => {
    const stateDir = `.wrangler/${variant}-state`;
    rmSync(stateDir, { recursive: true, force: true });
    cpSync('.wrangler/test-seed', stateDir, { recursive: true });
    const { env, dispose } = await openState(stateDir);
    const seals = JSON.stringify(variant === 'plus' ? [TRUST_SEAL] : []);
    try {
      await env.DB.prepare("UPDATE settings SET value = json_set(value, '$.seals', json(?)) WHERE key = 'app_details'")
        .bind(seals)
        .run();
    } finally {
      await dispose();
    }
    const vars = {
      SMS_PROVIDER: 'outbox',
      SITE_VARIANT: variant,
      CHAT_SCRIPT: variant === 'plus' ? CHAT : '',
      FULLRATE_NETWORKS: '197207,44244',
      TRIAL_DAYS: '0',
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
      // Spec 1.13: on the layout with a header alone, too; in the app's layout nothing loads.
      await page.goto('/login', { waitUntil: 'load' });
      if (variant === 'plus') await expect(page.locator('body[data-chat="open"]')).toBeAttached();
      await page.goto('/app/show', { waitUntil: 'load' });
      await expect(page.locator('#chat')).toHaveCount(0);
      expect(chats).toBe(variant === 'plus' ? 2 : 0);
      // Issue 19: a chat that never answers, or is refused, is missed by nobody. Nothing waits for it.
      for (const fail of variant === 'plus' ? ['hang', 'refuse'] : []) {
        await page.unroute(CHAT);
        await page.route(CHAT, (route) => (fail === 'refuse' ? route.abort() : undefined));
        const chatRequest = page.waitForRequest(CHAT);
        await page.goto('/genres', { waitUntil: 'load' });
        await chatRequest;
        await page.getByRole('button', { name: t('nav_search') }).click();
        await expect(page.getByRole('dialog', { name: t('shell_search') }).getByRole('combobox')).toBeFocused();
        expect(noise.errors.filter((error) => !error.includes('Failed to load resource'))).toEqual([]);
      }
      await page.goto('/genres#plans');
      const dialog = page.getByRole('dialog', { name: t('plans_title') });
      await expect(dialog.getByRole('link', { name: toPlanPattern(MONTH, 'fa') })).toBeVisible();
      await expect(dialog.getByText(t('plans_sister'))).toHaveCount(names ? 1 : 0);
      if (names)
        await expect(dialog.getByRole('link', { name: t('plans_sister_link') })).toHaveAttribute(
          'href',
          HOSTS.SISTER_URL,
        );
      // Spec 6.05: the benefits are those of whom the variant gives the subscription, in the modal and on the page.
      const heading = variant === 'igapp' ? t('plans_benefits_given') : t('plans_benefits');
      await expect(dialog.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(dialog.getByText(t('plans_benefit_given'))).toHaveCount(variant === 'igapp' ? 1 : 0);
      // In igapp everybody is subscribed (spec 4.26), and the operators are named as spec 1.09 has them.
      await page.goto('/movie/10#content');
      const note = page.getByText(t('data_fullrate_note', { operator: t('data_fullrate_operators') }));
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
      await expect(note).toHaveCount(variant === 'igapp' ? 1 : 0);
      // Spec 2.23: the footer shows the operator's seals as pictures, without a request to their issuers.
      const footerSeals = page
        .getByRole('contentinfo')
        .getByRole('list', { name: t('nav_seals') })
        .getByRole('link');
      await page.goto('/genres');
      await expect(footerSeals).toHaveText(variant === 'plus' ? [/نماد آزمون\s*۹۸۷۶۵/, /\s*۱۲۳۴۵۶۷/] : []);
      if (variant === 'plus') {
        await expect(footerSeals.first()).toHaveAttribute('href', TRUST_SEAL.url);
        await expect(footerSeals.last()).toHaveAttribute('href', /^https:\/\/logo\.samandehi\.ir\/Verify\.aspx\?/);
        const pictures = footerSeals.locator('img');
        await footerSeals.last().scrollIntoViewIfNeeded();
        await expect(pictures.first()).toHaveAttribute('src', TRUST_SEAL.picture);
        await expect
          .poll(() =>
            pictures.evaluateAll((all) => all.every((picture) => (picture as HTMLImageElement).naturalWidth > 0)),
          )
          .toBe(true);
        expect(noise.foreign.filter((url) => url !== CHAT)).toEqual([]);
      }
      // The page that a browser keeps is this variant's, also where another had the same address before.
      await tab.prepare(withoutServiceWorker);
      // It is fresh for seconds, which two visits may take longer than.
      await expect(async () => {
        for (const path of ['/genres', '/lists', '/genres']) await tab.goto(path);
        expect(await tab.read(DOCUMENT_BYTES)).toBe(0);
      }).toPass();
      expect(await tab.read(`document.querySelector('footer').textContent.includes('نماد آزمون')`)).toBe(
        variant === 'plus',
      );
      await page.goto('/namad');
      const seal = page
        .getByRole('main')
        .locator('a[href^="https://logo.samandehi.ir/Verify.aspx?id=1234567&p=rfthjyoe"]');
      await expect(seal).toHaveCount(variant === 'plus' ? 1 : 0);
      // Spec 2.15 goes by the visited host; SITE_URL names another. /payments alone hides.
      const listLinks = async (host: string) => {
        const html = await (await page.request.get('/genres', { headers: { host } })).text();
        return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href);
      };
      const all = await listLinks(FREE);
      expect(all).toEqual(
        expect.arrayContaining(['/payments', '/profile/plans', '/profile#credit', '/profile#direct-debit']),
      );
      expect(await listLinks(`localhost:${String(PORT)}`)).toEqual(all);
      expect(await listLinks(RESTRICTED)).toEqual(
        variant === 'igapp' ? all.filter((href) => href !== '/payments') : all,
      );
      // Spec 1.07: what the networks of FULLRATE_NETWORKS allow is said.
      await page.goto('/profile/internet');
      const operators = t('data_fullrate_operators');
      await expect(page.getByText(t('internet_full', { operators }))).toHaveCount(1);
      // Spec 2.18, 4.26: a subscription without an end is one.
      await signIn();
      await page.goto('/genres');
      await page.getByRole('button', { name: t('account_menu') }).click();
      const who = page.locator('#account').getByRole('status');
      await expect(who).toContainText(t(variant === 'igapp' ? 'account_subscribed' : 'account_no_subscription'));
      await page.goto('/profile');
      const state = page.getByRole('main').getByRole('definition').last();
      await expect(state).toContainText(t(variant === 'igapp' ? 'profile_subscribed' : 'profile_no_subscription'));
      await page.context().clearCookies();
      await page.goto('/profile/plans');
      await expect(page.getByRole('main').getByRole('link', { name: toPlanPattern(MONTH, 'fa') })).toBeVisible();
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
