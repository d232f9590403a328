import type { Browser, Page } from '@playwright/test';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { text } from '../../support/browser/texts.ts';
import { EPISODE, FREE, press, time } from '../../support/browser/watching.ts';

/** The greatest distance of two viewers that the issue allows, in seconds. */
const APART = 0.5;

const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);

/** How far two viewers are apart at one moment: both are asked at once. */
async function apart(one: Page, other: Page): Promise<number> {
  const [a, b] = await Promise.all([time(one), time(other)]);
  return Math.abs(a - b);
}

/** Somebody else, in a browser of their own and in English. */
async function visitor(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await context.addCookies([{ name: 'i18n_redirected', value: 'en', url: baseURL }]);
  return context.newPage();
}

test('two who follow one link see the same moment: play, pause and seek are shared, and so is what they say', async ({
  page,
  browser,
  baseURL,
  t,
}) => {
  const en = (key: Parameters<typeof text>[1], values?: Record<string, string>) => text('en', key, values);
  await page.goto(`${FREE}#play`, { waitUntil: 'commit' });
  await framesAdvance(page);
  // The demonstration's film is short, and a slow machine needs long to let somebody in.
  await page.keyboard.press('k');
  await expect.poll(() => isPaused(page)).toBe(true);
  await page.getByRole('button', { name: t('watch_party_title') }).click();
  const panel = page.getByRole('region', { name: t('watch_party_title') });
  await panel.getByLabel(t('watch_party_name')).fill('سارا');
  await panel.getByRole('button', { name: t('watch_party_create') }).click();
  await expect(panel.getByText(t('watch_party_people', { count: '۱' }))).toBeVisible();
  const link = await panel.getByLabel(t('watch_party_link')).inputValue();

  const other = await visitor(browser, baseURL!);
  await other.goto(link, { waitUntil: 'commit' });
  const theirs = other.getByRole('region', { name: en('watch_party_title') });
  await theirs.getByRole('button', { name: en('watch_party_join') }).click();
  await expect(panel.getByText(t('watch_party_people', { count: '۲' }))).toBeVisible();
  await expect.poll(() => isPaused(other)).toBe(true);
  await expect.poll(() => apart(page, other)).toBeLessThan(0.15);

  await panel.getByRole('button', { name: t('watch_party_close') }).click();
  await page.keyboard.press('k');
  await framesAdvance(other);
  await expect.poll(() => apart(page, other)).toBeLessThan(APART);
  // Typing is for the chat: K pauses nothing there.
  await theirs.getByLabel(en('watch_party_say')).fill('<i>kk</i>');
  await theirs.getByLabel(en('watch_party_say')).press('Enter');
  await expect(theirs.getByRole('log')).toContainText('<i>kk</i>');
  expect(await isPaused(page)).toBe(false);
  await page.keyboard.press('k');
  await expect.poll(() => isPaused(other)).toBe(true);
  await expect.poll(() => apart(page, other)).toBeLessThan(0.15);
  await expect(theirs.getByRole('log')).toContainText(en('watch_party_paused', { name: 'سارا' }));

  await theirs.getByRole('button', { name: en('watch_party_close') }).click();
  const seekTo = async (seconds: number) => {
    await other.getByRole('slider', { name: en('player_seek') }).fill(String(seconds));
    await expect.poll(async () => Math.abs((await time(page)) - seconds)).toBeLessThan(1);
    await expect.poll(() => apart(page, other)).toBeLessThan(0.15);
  };
  await seekTo(20);
  await seekTo(5);

  // K does what the button says, which the player learns a moment after the picture has stopped.
  await expect(other.getByRole('button', { name: en('player_play'), exact: true })).toBeVisible();
  await other.keyboard.press('k');
  await framesAdvance(page);
  await expect.poll(() => apart(page, other)).toBeLessThan(APART);
  expect(await time(page)).toBeGreaterThan(5);

  await other.context().close();
  await press(page, t('watch_party_title'));
  await expect(panel.getByText(t('watch_party_people', { count: '۱' }))).toBeVisible();
  await expect(panel.getByRole('log')).toContainText('<i>kk</i>');
});

test('a room of a series is one of the episode that plays', { tag: '@full' }, async ({ page, t }) => {
  await page.goto('/series/202#play', { waitUntil: 'commit' });
  await press(page, t('watch_party_title'));
  const panel = page.getByRole('region', { name: t('watch_party_title') });
  await panel.getByRole('button', { name: t('watch_party_create') }).click();
  await expect(panel.getByLabel(t('watch_party_link'))).toHaveValue(/\/episode\/1025\?room=/);
});

test(
  'the next episode begins without the invitation to the room of the one before',
  { tag: '@full' },
  async ({ page, t, signIn }) => {
    await signIn();
    await page.goto(`${EPISODE}?room=${'0'.repeat(20)}#play`, { waitUntil: 'commit' });
    await framesAdvance(page);
    const panel = page.getByRole('region', { name: t('watch_party_title') });
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: t('watch_party_close') }).click();
    const before = await page.locator('video').evaluate((video: HTMLVideoElement) => video.src);
    await page.keyboard.press('n');
    await expect(page.locator('video')).not.toHaveAttribute('src', before);
    await framesAdvance(page);
    await expect(panel).toBeHidden();
    expect(new URL(page.url()).search).toBe('');
  },
);

test('a room of another title is joined on the page of that title', { tag: '@full' }, async ({ page, signIn, t }) => {
  await signIn();
  const made = await page.request.post('/api/v1/rooms', { data: { kind: 'movie', id: Number(FREE.split('/').pop()) } });
  const { data } = (await made.json()) as { data: { room: string } };
  await page.goto(`${EPISODE}?room=${data.room}#play`, { waitUntil: 'commit' });
  const panel = page.getByRole('region', { name: t('watch_party_title') });
  await panel.getByRole('button', { name: t('watch_party_join') }).click();
  await expect(page).toHaveURL(new RegExp(`${FREE}\\?room=${data.room}`));
  await panel.getByRole('button', { name: t('watch_party_join') }).click();
  await expect(panel.getByText(t('watch_party_people', { count: '۱' }))).toBeVisible();
});

test('a room that has ended says so, and another can be opened', async ({ page, t }) => {
  await page.goto(`${FREE}?room=${'0'.repeat(20)}#play`, { waitUntil: 'commit' });
  const panel = page.getByRole('region', { name: t('watch_party_title') });
  await panel.getByRole('button', { name: t('watch_party_join') }).click();
  await expect(panel.getByText(t('error_room_gone'))).toBeVisible();
});

test('what is said while the connection breaks is said once it is back', async ({ page, t }) => {
  let breaks = true;
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    const room = socket.connectToServer();
    socket.onMessage((message) => {
      if (!breaks || !String(message).includes('"say"')) {
        room.send(message);
        return;
      }
      breaks = false;
      void Promise.all([room.close(), socket.close({ code: 4000 })]);
    });
  });
  await page.goto(`${FREE}#play`, { waitUntil: 'commit' });
  await press(page, t('watch_party_title'));
  const panel = page.getByRole('region', { name: t('watch_party_title') });
  await panel.getByRole('button', { name: t('watch_party_create') }).click();
  await expect(panel.getByText(t('watch_party_people', { count: '۱' }))).toBeVisible();
  await panel.getByLabel(t('watch_party_say')).fill('هنوز اینجایم');
  await panel.getByRole('button', { name: t('watch_party_send') }).click();
  await expect(panel.getByRole('log').getByText('هنوز اینجایم')).toHaveCount(1);
  expect(breaks).toBe(false);
});
