import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { getLivePlay } from '../../../src/features/live/contract.ts';
import { expect, framesAdvance } from './fixtures.ts';

/** A film that is free, so that a guest plays it, too; and the first episode of its series. */
export const FREE = '/movie/10';
export const EPISODE = '/episode/1001';

/** Presses Play on the page of a title, as a viewer does. */
export async function play(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').locator('[data-modal=player]').first().click();
  // The player itself, after the first picture.
  await expect(page.getByRole('dialog').getByRole('region')).toBeVisible();
  await framesAdvance(page);
}

/** Presses a button of the player. The controls go while nothing moves, on a busy machine before the press has come. */
export async function press(page: Page, name: string, { byFinger = false } = {}): Promise<void> {
  // A press that took effect may remove its button before Playwright has seen the click to its end.
  const arrived = await page.evaluateHandle(() => {
    const clicks = { count: 0 };
    addEventListener('click', () => (clicks.count += 1), { capture: true, once: true });
    return clicks;
  });
  let at = 300;
  await expect(async () => {
    if ((await arrived.evaluate(({ count }) => count)) > 0) return;
    at += 10;
    const button = page.getByRole('button', { name });
    // Without a mouse, a key shows the controls.
    await (byFinger ? page.keyboard.press('ArrowUp') : page.mouse.move(at, at));
    await (byFinger ? button.tap({ timeout: 1500 }) : button.click({ timeout: 1500 }));
  }).toPass();
}

/** From the next page on, the browser has no Media Source Extensions, as older iPhones: it plays HLS by itself. */
export async function playNatively(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'MediaSource'));
}

/** From the next page on, the viewer holds a height. */
export async function holdQuality(page: Page, height: number): Promise<void> {
  await page.addInitScript((height) => {
    const settings = { subtitles: 'off', lastLanguage: null, size: 'medium', background: 'half', height };
    localStorage.setItem('player', JSON.stringify(settings));
  }, height);
}

/**
 * Goes to a moment of what plays, in seconds, as a drag of the time line does. The player must be there: the first
 * frames may come from the start screen, whose place nobody saves.
 */
export async function seek(page: Page, at: number): Promise<void> {
  await expect(page.getByRole('region').locator('video')).toBeAttached();
  await page.locator('video').evaluate((video: HTMLVideoElement, to) => (video.currentTime = to), at);
}

/** Where it is, in seconds. */
export function time(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
}

/** Does what leads to the next episode, and waits until that has begun. Its cart may have come long before. */
export async function expectNext(page: Page, lead: () => Promise<void>): Promise<void> {
  const video = page.locator('video');
  const before = await video.evaluate((element: HTMLVideoElement) => element.src);
  await lead();
  await expect(video).not.toHaveAttribute('src', before);
  await framesAdvance(page);
  await expect.poll(() => time(page)).toBeLessThan(20);
}

/**
 * When the programme of channel 401 began, in epoch seconds. About the hour at which the next one begins it waits: there
 * is nothing to go back to yet, or soon nothing more to come.
 */
export async function programmeUnderWay(page: Page): Promise<number> {
  let begun = 0;
  const isUnderWay = async () => {
    const answer = await page.request.get(`/api/v1${getLivePlay.path.replace(':id', '401')}`);
    const { programme } = v.parse(getLivePlay.output, await answer.json()).data;
    const now = Date.now() / 1000;
    begun = programme?.starts_at ?? now;
    return now - begun > 60 && (programme?.ends_at ?? 0) - now > 60;
  };
  await expect.poll(isUnderWay, { timeout: 150_000 }).toBe(true);
  return begun;
}
