import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, LOCALES, signIn as signInAs, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;
const FILM = 54;

for (const locale of LOCALES) {
  test.describe(`talk (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('a hostile writer’s comments are found together, removed for one reason, and their word holds', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
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
        return ((await answer.json()) as { data: { state: string } }).data.state;
      };
      const attacks = [`<script>alert(1)</script> ${word} ${mark}`, `\u202egnihton ${word} ${mark} 2`];
      for (const text of attacks) expect(await write(text)).toBe('shown');

      await signIn();
      await addMember(page, origin, { mobile, name: `talk ${mobile}`, role: 'editor' });
      await page.goto('/desk/comments?queue=shown');
      await enterDesk(page, locale);
      const rows = page.getByRole('row').filter({ hasText: mark });
      await expect(rows).toHaveCount(2);
      await rows.first().getByRole('link').first().click();
      await expect(page.getByText(d('moderation_everybody'))).toBeVisible();
      await expect(page).toHaveURL(/[?&]user=\d+/);
      await expect(rows).toHaveCount(2);
      await expectAccessibleInBothThemes(page, 'one writer');
      for (const tick of await rows.getByRole('checkbox').all()) await tick.check();
      await page.getByLabel(d('reason_label')).fill('insults');
      await page.getByRole('button', { name: d('moderation_remove'), exact: true }).click();
      const [two, none] = locale === 'fa' ? ['۲', '۰'] : ['2', '0'];
      const done = d('moderation_done').replace('{{number}}', two).replace('{{unknown}}', none);
      await expect(page.getByText(done)).toBeVisible();
      const html = await (await other.request.get(`${origin}/comments/${String(FILM)}`)).text();
      expect(html.includes(mark)).toBe(false);

      await page.getByRole('link', { name: d('rules_title') }).click();
      await page.getByLabel(d('rules_word'), { exact: true }).fill(word);
      await page.getByRole('button', { name: d('rules_try') }).click();
      await expect(page.locator('.desk-samples li')).toHaveCount(2);
      await expectAccessibleInBothThemes(page, 'rules');
      await page.getByLabel(d('reason_label')).last().fill('a campaign');
      await page.getByRole('button', { name: d('rules_word_hold') }).click();
      await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1);
      expect(await write(`${word} ${mark} 3`)).toBe('held');
      await page.getByLabel(d('reason_label')).last().fill('over');
      await page.getByRole('row').filter({ hasText: word }).getByRole('button').click();
      await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(0);
      expect(noise.errors).toEqual([]);
      await other.close();
    });
  });
}
