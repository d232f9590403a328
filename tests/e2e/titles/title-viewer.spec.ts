import type { Page } from '@playwright/test';
import { createProgress } from '../../../src/features/progress/progress.ts';
import { expect, FILM, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { seek, time } from '../../support/browser/watching.ts';

const FREE_SERIES = '/series/202';
const FREE_EPISODES = [1025, 1026] as const;
const VIEWER = '**/api/v1/my/titles/movie/52';
/** The stars of a viewer who has rated the film, with or without the right to rate it again. */
const rated = (page: Page, can_rate: boolean) =>
  page.route(VIEWER, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { data: { ...data, stars: 4, can_rate } } });
  });

test('the main act says Play again once its film is seen to the end', async ({ page, signIn, t }) => {
  await signIn();
  const now = Math.floor(Date.now() / 1000);
  const data = { now, titles: [{ id: FILM.id, ...createProgress(12, 36, now, false) }] };
  expect((await page.request.post('/api/v1/my/progress', { data })).ok()).toBe(true);
  await page.goto('/movie/52');
  const main = page.locator('main .main-act');
  await expect(main.getByRole('progressbar')).toBeVisible();
  await main.click();
  await framesAdvance(page);
  await seek(page, 35);
  // A place counts once it has played.
  await expect.poll(() => time(page)).toBeGreaterThan(35);
  await page.keyboard.press('Escape');
  await expect(main.getByRole('progressbar')).toHaveCount(0);
  await expect(main.getByText(t('title_play'), { exact: true })).toBeVisible();
});

test('who may not rate again can only take the stars back', async ({ page, signIn, t }) => {
  await signIn();
  await rated(page, false);
  await page.goto('/movie/52');
  const stars = page.getByRole('group', { name: t('rating_yours') }).getByRole('button');
  await expect(stars.nth(1)).toBeDisabled();
  await expect(stars.nth(3)).toBeEnabled();
  const saved = page.waitForResponse('**/api/v1/**/rating*');
  await stars.nth(3).click();
  expect((await saved).ok()).toBe(true);
  await expect(stars.nth(3)).toBeDisabled();
  await expect(stars.nth(3)).toHaveAttribute('aria-pressed', 'false');
});

test('a refused press gives the stars back with the reason, and of two presses the last one counts', async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  await rated(page, true);
  await page.goto('/movie/52');
  const row = page.getByRole('group', { name: t('rating_yours') });
  const stars = row.getByRole('button');
  await stars.nth(1).click();
  await expect(row.getByRole('status')).toHaveText(t('error_rating_not_watched'));
  await expect(stars.nth(3)).toHaveAttribute('aria-pressed', 'true');
  // The first press fails late, after the second one.
  const bodies: unknown[] = [];
  await page.route('**/api/v1/**/rating*', async (route) => {
    bodies.push(route.request().postDataJSON());
    if (bodies.length === 1) await expect(stars.nth(4)).toHaveAttribute('aria-pressed', 'true');
    const isFirst = bodies.length === 1;
    await route.fulfill(isFirst ? { status: 500 } : { json: { data: { votes: 1, average: 5 } } });
  });
  await stars.nth(1).click();
  await stars.nth(4).click();
  await expect.poll(() => bodies.length).toBe(2);
  await expect(stars.nth(4)).toHaveAttribute('aria-pressed', 'true');
});

test('a series offers the next episode, then its place, and its cards have bars', async ({ page, signIn, t }) => {
  await signIn();
  const now = Math.floor(Date.now() / 1000);
  const [first, second] = FREE_EPISODES;
  const watch = async (id: number, at: number) => {
    const data = { now, titles: [{ id, ...createProgress(at, 3600, now, false) }] };
    expect((await page.request.post('/api/v1/my/progress', { data })).ok()).toBe(true);
  };
  await watch(first, 3600);
  await page.goto(FREE_SERIES);
  const main = page.locator('main .main-act');
  await expect(main).toContainText(t('act_next_episode', { number: '۲' }));
  const readBar = (id: number) => page.locator(`[data-episode="${String(id)}"]`).getByRole('progressbar');
  await expect(readBar(first)).toHaveAttribute('value', '100');
  await expect(readBar(second)).toHaveCount(0);
  await watch(second, 1800);
  await page.reload();
  await expect(main).toContainText(t('play_episode_from', { number: '۲', time: '۳۰:۰۰' }));
  await expect(main.getByRole('progressbar')).toHaveAttribute('value', '50');
  await expect(readBar(second)).toHaveAttribute('value', '50');
  await main.click();
  await framesAdvance(page);
});
