import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { readDrafts } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { holdRequests } from '../../support/browser/hold-requests.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

const FILM = 81;
const RELATED = 'خوک';

for (const locale of ONE_LOCALE) {
  test.describe(`people of titles (${locale})`, () => {
    test.use({ siteLocale: locale });
    const texts = locale === 'fa' ? deskFa : deskEn;
    const d = (key: keyof typeof deskFa, values: Record<string, string> = {}) =>
      texts[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

    test('an editor makes two people, credits one first, names a related title, and merges the two', async ({
      page,
      mobile,
      enterAs,
    }) => {
      const letters = mobile.slice(-6).replace(/\d/g, (digit) => 'ابپتثجچحخد'.charAt(Number(digit)));
      const people = ['یکم', 'دوم'].map((kind, at) => ({
        fa: `${kind} ${letters}`,
        en: `Spelling${String(at)} ${mobile}x`,
      }));
      const [old, stays] = [people[0] ?? { fa: '', en: '' }, people[1] ?? { fa: '', en: '' }];
      const getName = ({ fa, en }: typeof old) => (locale === 'fa' ? fa : en);
      await enterAs('editor', `/desk/titles/${String(FILM)}`);

      const credits = page.getByRole('region', { name: d('title_field_credits'), exact: true });
      await credits.getByText(d('credits_new'), { exact: true }).click();
      const role = credits.getByLabel(d('credits_role_of', { name: getName(old), language: d('title_fa') }));
      for (const person of people) {
        await credits.getByRole('textbox', { name: d('title_field_name_fa'), exact: true }).fill(person.fa);
        await credits.getByRole('textbox', { name: d('title_field_name_en'), exact: true }).fill(person.en);
        const release = await holdRequests(page, '**/operator/cast', (request) => request.method() === 'POST');
        await credits.getByRole('button', { name: d('credits_make') }).click();
        // The text that is typed while the second one is on its way stays.
        if (person === stays) await role.fill('نقش تازه');
        release();
        await expect(
          credits.getByRole('button', { name: d('credits_remove_of', { name: getName(person) }) }),
        ).toBeVisible();
      }
      await expect(role).toHaveValue('نقش تازه');
      await credits.getByRole('button', { name: d('order_up', { name: getName(stays) }) }).click();
      await expect.poll(async () => (await readDrafts(page)).join()).toContain('نقش تازه');
      await page.reload();
      await expect(page.getByText(d('draft_back'))).toBeVisible();
      await expect(credits.getByRole('row').last()).toContainText(getName(old));

      const related = page.getByRole('region', { name: d('title_field_related'), exact: true });
      await related.getByRole('searchbox', { name: d('related_find') }).fill(RELATED);
      await related.getByRole('searchbox', { name: d('related_find') }).press('Enter');
      await related.getByRole('button', { name: d('related_take_of', { name: RELATED }) }).click();
      await expectAccessibleInBothThemes(page, 'people of a title');
      await page.getByRole('button', { name: d('title_save') }).click();
      await expect(page.getByText(d('title_saved'))).toBeVisible();
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);

      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto('/desk/cast');
      await page.getByRole('searchbox', { name: d('credits_find') }).fill(old.fa);
      await page.getByRole('searchbox', { name: d('credits_find') }).press('Enter');
      await page.getByRole('button', { name: d('cast_merge_of', { name: getName(old) }) }).click();
      const ids = await Promise.all(
        people.map(async ({ en }) => {
          const answer = await page.request.get(`/api/v1/operator/cast?query=${encodeURIComponent(en)}`);
          return ((await answer.json()) as { data: { id: number }[] }).data[0]?.id ?? 0;
        }),
      );
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('searchbox', { name: d('credits_find') }).fill(stays.en);
      await dialog.getByRole('searchbox', { name: d('credits_find') }).press('Enter');
      await dialog.getByRole('button', { name: d('cast_stays_of', { name: getName(stays) }) }).click();
      await dialog.getByRole('textbox', { name: d('reason_label') }).fill('یک نفر با دو املا');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(dialog.getByText(d('cast_address'))).toBeVisible();
      await expectAccessibleInBothThemes(page, 'a merge');
      await dialog.getByRole('button', { name: d('cast_merge_do'), exact: true }).click();
      const merges = page.getByRole('region', { name: d('cast_merges') });
      await expect(merges.getByRole('row').nth(1)).toContainText(getName(old));
      const moved = await page.request.get(`/cast/${String(ids[0])}`, { maxRedirects: 0 });
      expect([moved.status(), moved.headers()['location']]).toEqual([301, `/cast/${String(ids[1])}`]);
      await merges.getByRole('button', { name: d('cast_undo_of', { name: getName(old) }) }).click();
      await expect(merges.getByRole('row').nth(1)).toContainText(d('cast_undone'));
    });
  });
}
