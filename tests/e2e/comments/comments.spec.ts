import { readFileSync } from 'node:fs';
import { GUEST_PAGE_SECONDS } from '../../../src/platform/config/freshness.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expect, FILM, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { findSchemaProblems } from '../../support/rules/schema-org.ts';

const FILM_PAGE = `/${FILM.kind}/${String(FILM.id)}`;
/** Letters alone: other tests look for digits of the wrong script on this page. */
const createMark = () => Math.random().toString(36).replaceAll(/[\d.]/g, '');
const COMMENTS = `/comments/${String(FILM.id)}`;
/** Of seed/comments.json, pinned to a time; its cover is on the title's page. */
const SPOILER = 'Watch the door behind them in the opening shot. It tells you how it will end.';
const PLAIN = 'Second viewing, and I changed sides again. Nobody here is simply wrong.';
const seeded = readFileSync('seed/comments.json', 'utf8');

for (const locale of LOCALES) {
  test.describe(`comments without script (${locale})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('are read on the title’s page, where what gives the story away is not in the page', async ({ page, t }) => {
      expect(seeded).toContain(SPOILER);
      const html = await (await page.request.get(FILM_PAGE)).text();
      expect(html).toContain(PLAIN);
      expect(html).not.toContain(SPOILER);
      await page.goto(FILM_PAGE);
      const section = page.getByRole('region', { name: t('comments_title') });
      await expect(section.getByText(PLAIN)).toBeVisible();
      await section.getByRole('link', { name: t('comment_show_of', { name: 'Maryam' }) }).click();
      await expect(page.getByText(SPOILER)).toBeVisible();
      await expect(page.locator(':target')).toContainText(SPOILER);
      await page.goBack();
      await expect(page.getByText(SPOILER)).toHaveCount(0);
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`comments without script (${locale})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('are written, answered, liked, reported and deleted by forms', async ({
      page,
      signIn,
      t,
      browser,
      baseURL,
    }) => {
      await page.goto(COMMENTS);
      await page.getByRole('link', { name: t('comment_login') }).click();
      await expect(page).toHaveURL(/\/login\?redirect=%2Fcomments%2F/);
      await signIn();
      await page.goto(COMMENTS);
      const text = `<b>خوب</b> & \u202eبد ${locale} ${createMark()}`;
      const stored = text.replace('\u202e', '');
      await page.getByLabel(t('comment_text')).fill(text);
      const name = `نرگس ${locale}`;
      await page.getByLabel(t('comment_name')).first().fill(name);
      await page.getByLabel(t('comment_at')).fill('۹۹۹');
      await page
        .getByRole('button', { name: t('comment_send') })
        .first()
        .click();
      await expect(page.getByRole('alert')).toHaveText(t('error_comment_time'));
      // The typed text is not lost.
      await expect(page.getByLabel(t('comment_text'))).toHaveValue(text);
      await expect(page.getByLabel(t('comment_name')).first()).toHaveValue(name);
      await page.getByLabel(t('comment_at')).fill('');
      await page
        .getByRole('button', { name: t('comment_send') })
        .first()
        .click();
      await expect(page.getByRole('status').filter({ hasText: t('comment_sent') })).toBeVisible();
      const comment = page.getByRole('article').filter({ hasText: stored });
      await expect(comment.locator('.comment-text')).toHaveText(stored);
      await expect(comment.locator('.comment-text')).toHaveAttribute('dir', 'auto');
      await expect(comment.getByText(name, { exact: true })).toBeVisible();
      // It is asked for once.
      await expect(page.getByLabel(t('comment_name'))).toHaveCount(0);
      await expect(page.getByText(t('comment_as', { name })).first()).toBeVisible();
      await expect(comment.getByRole('button', { name: t('comment_like'), exact: true })).toHaveCount(0);

      const theirs = page.getByRole('article').filter({ has: page.getByText(PLAIN, { exact: true }) });
      await theirs
        .getByRole('button', { name: t('comment_like'), exact: true })
        .first()
        .click();
      await expect(theirs.getByRole('button', { name: t('comment_unlike') }).first()).toBeVisible();
      await theirs.getByText(t('comment_reply'), { exact: true }).click();
      const reply = `پاسخ ${createMark()}`;
      await theirs.getByRole('textbox').fill(reply);
      await theirs.getByRole('button', { name: t('comment_send') }).click();
      await expect(page.locator(':target')).toContainText(reply);
      await theirs.getByText(t('comment_report'), { exact: true }).first().click();
      await theirs
        .getByRole('button', { name: t('comment_report_send') })
        .first()
        .click();
      await expect(page.getByRole('status').filter({ hasText: t('comment_reported') })).toBeVisible();

      // A guest reads them and has no forms; nobody else's form deletes.
      const guest = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
      const other = await guest.newPage();
      await other.goto(COMMENTS);
      await expect(other.getByText(reply)).toBeVisible();
      await expect(other.getByRole('button', { name: t('comment_delete') })).toHaveCount(0);
      await guest.close();

      await comment.getByRole('button', { name: t('comment_delete') }).click();
      await expect(page.getByRole('status').filter({ hasText: t('comment_deleted') })).toBeVisible();
      await expect(page.getByText(stored)).toHaveCount(0);
    });
  });

  test.describe(`comments (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('are sound in both themes, on a phone, for a guest and for a member', async ({ page, signIn }) => {
      test.slow();
      await page.goto(COMMENTS);
      await expectAccessibleInBothThemes(page, COMMENTS);
      await signIn();
      await page.goto(COMMENTS);
      await expectAccessibleInBothThemes(page, COMMENTS);
      await page.setViewportSize({ width: 360, height: 740 });
      for (const path of [COMMENTS, FILM_PAGE]) {
        await page.goto(path);
        await expectNoSidewaysScroll(page, path);
      }
    });

    test('leave a rating with the number of votes in JSON-LD, on a page that the edge keeps', async ({
      page,
      t,
      noise,
    }) => {
      const answer = await page.goto(FILM_PAGE);
      const json = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
      const graph = (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'];
      expect(findSchemaProblems(graph)).toEqual([]);
      const work = graph.find((node) => node['@type'] === 'Movie');
      expect(work).toHaveProperty('aggregateRating.ratingCount', 5);
      expect(work).toHaveProperty('aggregateRating.ratingValue', 3.73);
      expect(answer?.headers()['cache-control']).toBe(`private, max-age=${String(GUEST_PAGE_SECONDS)}`);
      await expect(page.getByText(t('rating_average', { stars: locale === 'fa' ? '۳٫۷' : '3.7' }))).toBeVisible();
      expect(noise.errors).toEqual([]);
    });

    test('are in no kids session', async ({ page, t, baseURL }) => {
      const section = page.getByRole('region', { name: t('comments_title') });
      await page.goto('/series/203');
      await expect(section).toBeVisible();
      const headers = { origin: baseURL ?? '' };
      expect((await page.request.post('/api/v1/kids/enter', { data: { pin: '2580' }, headers })).status()).toBe(200);
      await page.goto('/series/203');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(section).toHaveCount(0);
      expect(await page.content()).not.toContain('aggregateRating');
      await page.goto('/comments/203');
      await expect(page).toHaveURL('/kids');
      expect((await page.request.get('/api/v1/comments/titles/203')).status()).toBe(403);
    });
  });
}

test.describe('the page of comments', () => {
  test('is never kept by the edge, nor found by search engines, and is one address', async ({ page }) => {
    const answer = await page.goto(COMMENTS);
    expect(answer?.headers()['cache-control']).toBe('private, no-store');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await page.goto('/comments/۵۲');
    await expect(page).toHaveURL(COMMENTS);
    for (const path of ['/comments/abc', '/comments/99999', '/comments/0']) {
      expect((await page.goto(path))?.status(), path).toBe(404);
    }
  });

  test('takes no form from another site, and none that means nothing', async ({ page, signIn, baseURL }) => {
    await signIn();
    const form = { action: 'comment', text: 'x' };
    const foreign = await page.request.post(COMMENTS, { form, headers: { origin: 'https://evil.test' } });
    expect(foreign.status()).toBe(403);
    const headers = { origin: baseURL ?? '' };
    for (const wrong of [
      {},
      { action: 'like' },
      { action: 'report', id: '1', reason: 'x' },
      { action: 'rate', stars: 'x' },
    ]) {
      const answer = await page.request.post(COMMENTS, { form: wrong as Record<string, string>, headers });
      expect(answer.status(), JSON.stringify(wrong)).toBe(422);
    }
    const early = await page.request.post(COMMENTS, { form: { action: 'rate', stars: '5' }, headers });
    expect(early.status()).toBe(403);
  });
});
