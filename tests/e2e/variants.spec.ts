import { cpSync, rmSync } from 'node:fs';
import { serveDirectly } from '../../scripts/lib/serve.mjs';
import { expect, test } from '../support/fixtures.ts';
import { MONTH, named } from '../support/paying.ts';

/** The plans in the site's other variants (spec 2.30); tests/e2e/plans.spec.ts has them in `main`. */
const PORT = 4396;
const SITE = `http://localhost:${String(PORT)}`;

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
    t,
  }) => {
    test.setTimeout(120_000);
    const stateDir = `.wrangler/${variant}-state`;
    rmSync(stateDir, { recursive: true, force: true });
    cpSync('.wrangler/test-seed', stateDir, { recursive: true });
    const vars = { SMS_PROVIDER: 'outbox', SITE_VARIANT: variant, CHAT_SCRIPT: variant === 'plus' ? CHAT : '' };
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
      await page.goto('/genres#plans');
      const dialog = page.getByRole('dialog', { name: t('plans_title') });
      await expect(dialog.getByRole('link', { name: named(MONTH, 'fa') })).toBeVisible();
      await expect(dialog.getByText(t('plans_sister'))).toHaveCount(names ? 1 : 0);
      // In igapp everybody is subscribed (spec 4.26), and the operators are named as spec 1.09 has them.
      await page.goto('/movie/10#content');
      const note = page.getByText(t('data_fullrate_note', { operator: t('data_fullrate_operators') }));
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
      await expect(note).toHaveCount(variant === 'igapp' ? 1 : 0);
      await page.goto('/profile/plans');
      await expect(page.getByRole('main').getByRole('link', { name: named(MONTH, 'fa') })).toBeVisible();
      await expect(page.getByRole('main').getByText(t('plans_sister'))).toHaveCount(names ? 1 : 0);
    } finally {
      await site.stop();
    }
  });
}
