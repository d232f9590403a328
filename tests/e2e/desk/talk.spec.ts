import type { Locator } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, LOCALES, ONE_LOCALE, signIn as signInAs } from '../../support/browser/fixtures.ts';
import { digits } from '../../support/browser/paying.ts';

type Key = keyof typeof deskFa;
const FILM = 54;

for (const locale of LOCALES) {
  test.describe(`talk (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('a hostile writer’s comments are found together, removed for one reason, and their word holds', async ({
      page,
      mobile,
      baseURL,
      browser,
      noise,
      enterAs,
    }) => {
      const origin = baseURL ?? '';
      const other = await browser.newContext({ baseURL: origin });
      const hostile = `0938${mobile.slice(4)}`;
      await signInAs(other, hostile, origin);
      const mark = `${locale}${mobile.slice(-6)}`;
      const word = `زرشکی${mark.replaceAll(/\d/g, '')}`;
      const write = async (text: string) => {
        const data = { text, name: 'Troll' };
        const answer = await other.request.post(`${origin}/api/v1/comments/titles/${String(FILM)}`, {
          data,
          headers: { origin },
        });
        return ((await answer.json()) as { data: { id: number; state: string } }).data;
      };
      const attacks = [`<script>alert(1)</script> ${word} ${mark}`, `\u202egnihton ${word} ${mark} 2`];
      let deleted = 0;
      for (const text of attacks) {
        const { id, state } = await write(text);
        expect(state).toBe('shown');
        deleted = id;
      }

      await enterAs('editor', '/desk/comments?queue=shown');
      const rows = page.getByRole('row').filter({ hasText: mark });
      await expect(rows).toHaveCount(2);
      await rows.first().getByRole('link').first().click();
      await expect(page.getByText(d('moderation_everybody'))).toBeVisible();
      await expect(page).toHaveURL(/[?&]user=\d+/);
      await expect(rows).toHaveCount(2);
      await expectAccessibleInBothThemes(page, 'one writer');
      await page.getByRole('button', { name: d('choose_all') }).click();
      for (const tick of await rows.getByRole('checkbox').all()) await expect(tick).toBeChecked();
      const act = { data: {}, headers: { origin } };
      await other.request.post(`${origin}/api/v1/comments/${String(deleted)}/delete`, act);
      await page.getByLabel(d('reason_label')).fill('insults');
      await page.getByRole('button', { name: d('moderation_remove'), exact: true }).click();
      const one = digits(locale, 1);
      const done = d('moderation_done').replace('{{number}}', one).replace('{{unknown}}', one);
      await expect(page.getByText(done)).toBeVisible();
      const results = page.getByRole('status', { name: d('moderation_results') }).getByRole('listitem');
      await expect(results.filter({ hasText: d('moderation_result_removed') })).toHaveCount(1);
      const gone = results.filter({ hasText: d('moderation_result_unknown') });
      await expect(gone).toContainText(digits(locale, deleted, false));
      await expectAccessibleInBothThemes(page, 'results');
      const html = await (await other.request.get(`${origin}/comments/${String(FILM)}`)).text();
      expect(html.includes(mark)).toBe(false);

      await page.getByRole('link', { name: d('rules_title') }).click();
      await page.getByLabel(d('rules_word'), { exact: true }).fill(word);
      await page.getByRole('button', { name: d('rules_try') }).click();
      await expect(page.locator('.desk-samples li')).toHaveCount(1);
      await expectAccessibleInBothThemes(page, 'rules');
      await page.getByLabel(d('reason_label')).last().fill('a campaign');
      await page.getByRole('button', { name: d('rules_word_hold') }).click();
      await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1);
      expect((await write(`${word} ${mark} 3`)).state).toBe('held');
      await page.getByLabel(d('reason_label')).last().fill('over');
      await page.getByRole('row').filter({ hasText: word }).getByRole('button').click();
      await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(0);
      expect(noise.errors).toEqual([]);
      await other.close();
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`a comment as readers see it (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('is covered in the queue and on the account until a press, with its likes', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
    }) => {
      const origin = baseURL ?? '';
      const headers = { origin };
      const other = await browser.newContext({ baseURL: origin });
      await signInAs(other, `0938${mobile.slice(4)}`, origin);
      const text = `the killer is ${mobile.slice(-6)}`;
      const data = { text, name: `Spoiler ${mobile.slice(-6)}`, at: 630 };
      const answer = await other.request.post(`${origin}/api/v1/comments/titles/${String(FILM)}`, { data, headers });
      const { id } = ((await answer.json()) as { data: { id: number } }).data;
      await other.close();
      await signIn();
      await page.request.post(`${origin}/api/v1/comments/${String(id)}/like`, { data: {}, headers });
      await addMember(page, origin, { mobile, name: `reader ${mobile}`, role: 'owner' });
      await page.goto('/desk/comments?queue=shown');
      await enterDesk(page, locale);
      const row = page.getByRole('row').filter({ hasText: data.name });
      const uncover = (within: Locator) => within.getByRole('button', { name: d('comments_uncover') });
      await expect(row).toContainText(d('comments_likes_one').replace('{{count}}', locale === 'fa' ? '۱' : '1'));
      await expect(row).not.toContainText(text);
      await expectAccessibleInBothThemes(page, 'covered');
      await uncover(row).click();
      await expect(row).toContainText(text);
      const [account = ''] = /\d+$/.exec((await row.getByRole('link').first().getAttribute('href')) ?? '') ?? [];
      await page.goto(`/desk/accounts/${account}`);
      const comments = page.getByRole('table', { name: d('comments_title') });
      await expect(comments).not.toContainText(text);
      await uncover(comments).click();
      await expect(comments).toContainText(text);
      expect(noise.errors).toEqual([]);
    });
  });
}
