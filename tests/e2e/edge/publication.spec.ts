// @module-tag full
import type { APIRequestContext } from '@playwright/test';
import { MAX_GUEST_SECONDS } from '../../../src/platform/config/freshness.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { DOCUMENT_BYTES, withoutServiceWorker } from '../../support/browser/tab.ts';

/** A guest sees what the desk publishes, on a page that the browser has from before, too (decision 142). */
const [BEFORE, AFTER] = ['داستان پیش از انتشار', 'داستان پس از انتشار'];
const isAt = (path: string) => `location.pathname === ${JSON.stringify(path)}`;
const shows = (text: string) => `document.querySelector('main')?.textContent.includes(${JSON.stringify(text)})`;

/** A film of this test alone, with its page and a save of its synopsis. */
async function publishFilm(request: APIRequestContext, origin: string) {
  const headers = drawOperatorHeaders(origin);
  const act = async (path: string, data?: object) => {
    const address = `/api/v1/operator/titles${path}`;
    const answer = await (data ? request.post(address, { headers, data }) : request.get(address, { headers }));
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: { id: number; rev: number } }).data;
  };
  const name = `انتشار ${crypto.randomUUID().slice(0, 8)}`;
  const draft = { key: crypto.randomUUID(), kind: 'movie', name_fa: name, name_en: name, year: '1404', minutes: '90' };
  const { id } = await act('', draft);
  const save = async (synopsis: string) => {
    const { rev } = await act(`/${String(id)}`);
    await act(`/${String(id)}`, { rev, fields: { synopsis_fa: synopsis } });
  };
  await save(BEFORE);
  await act(`/${String(id)}/publish`, {});
  return { path: `/movie/${String(id)}`, save };
}

test('a page that the browser shows without a request is new within a minute of the publication', async ({
  tab,
  request,
  baseURL,
}) => {
  const { path, save } = await publishFilm(request, baseURL ?? '');
  await tab.prepare(withoutServiceWorker);
  const visit = async () => {
    await tab.goto('/lists');
    await tab.goto(path);
  };
  await visit();
  // It is fresh for seconds, which a visit may take longer than.
  await expect(async () => {
    await visit();
    expect(await tab.read(`[${DOCUMENT_BYTES}, ${shows(BEFORE)}]`)).toEqual([0, true]);
  }).toPass();
  await save(AFTER);
  await expect(async () => {
    await visit();
    expect(await tab.read(shows(AFTER))).toBe(true);
  }).toPass({ timeout: MAX_GUEST_SECONDS * 1000 });
});

test('Back to a page that was published anew meanwhile shows it as it is now', async ({ tab, request, baseURL }) => {
  const { path, save } = await publishFilm(request, baseURL ?? '');
  await tab.goto(path);
  await tab.until('navigator.serviceWorker.controller');
  await tab.leave('/lists');
  await tab.until(isAt('/lists'));
  await save(AFTER);
  await tab.back();
  await tab.until(isAt(path));
  await tab.until(shows(AFTER));
  expect(await tab.read(shows(BEFORE))).toBe(false);
});

test('a page that Chromium fetched ahead before the publication is opened as it is now', async ({
  page,
  request,
  baseURL,
}) => {
  const { path, save } = await publishFilm(request, baseURL ?? '');
  await page.goto('/lists');
  await expect(page.locator('script[type=speculationrules]')).toHaveCount(1);
  await page.locator('main').evaluate((main, href) => {
    main.insertAdjacentHTML('afterbegin', `<a href="${href}">ahead</a>`);
  }, path);
  const link = page.getByRole('link', { name: 'ahead' });
  const isAhead = (headers: Record<string, string>) => headers['sec-purpose']?.includes('prefetch') === true;
  const loaded = page.waitForResponse((answer) => answer.url().endsWith(path) && isAhead(answer.request().headers()));
  await link.hover();
  await (await loaded).finished();
  await save(AFTER);
  await link.click();
  await expect(page.getByRole('main')).toContainText(AFTER);
  expect(await page.evaluate("performance.getEntriesByType('navigation')[0].type")).toBe('reload');
});
