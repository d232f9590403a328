import type { Locator, Page } from '@playwright/test';

/** From the next page on, pictures can be late (`makePicturesLate`). */
export async function allowLatePictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const request = Object.getOwnPropertyDescriptor(HTMLVideoElement.prototype, 'requestVideoFrameCallback')
      ?.value as HTMLVideoElement['requestVideoFrameCallback'];
    HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
      const late = () => Number(document.documentElement.dataset['late'] ?? 0);
      return request.call(this, (now, data) => callback(now, { ...data, mediaTime: data.mediaTime - late() }));
    };
  });
}

/** Pictures come 0.4 s after their sound, until the video loads again; `data-late` of the page tells. */
export async function makePicturesLate(video: Locator): Promise<void> {
  await video.evaluate((element: HTMLVideoElement) => {
    document.documentElement.dataset['late'] = '0.4';
    element.addEventListener('emptied', () => delete document.documentElement.dataset['late'], { once: true });
  });
}

/** The video's clock stops, as that of a hung decoder, until it loads again; `data-hung` of the video tells. */
export async function stopClock(video: Locator): Promise<void> {
  await video.evaluate((element: HTMLVideoElement) => {
    const at = element.currentTime;
    element.dataset['hung'] = '';
    Object.defineProperty(element, 'currentTime', { configurable: true, get: () => at, set: () => undefined });
    const revive = () => {
      Reflect.deleteProperty(element, 'currentTime');
      delete element.dataset['hung'];
    };
    element.addEventListener('emptied', revive, { once: true });
  });
}
