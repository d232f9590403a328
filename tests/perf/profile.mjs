import { launchOptions as ours } from '../../tools/lib/chromium.ts';

/** The phone: Lighthouse's mobile device. Sizes in CSS pixels. */
const VIEWPORT = { width: 412, height: 823 };
const PHONE = {
  viewport: VIEWPORT,
  screen: VIEWPORT,
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  ignoreHTTPSErrors: true,
};

/** Lighthouse's Slow 4G as DevTools applies it: latency of a request in ms, rates in kbit/s; and the CPU 4× slower. */
export const SLOW_4G = { latency: 562.5, down: 1474.56, up: 675, cpu: 4 };

/** Options with which Chromium reaches nothing but this machine. */
export function launchOptions() {
  const loopbackOnly = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  return ours([loopbackOnly, '--ignore-certificate-errors']);
}

/**
 * A visitor's first time: nothing in cache, only the language chosen.
 * @param {import('@playwright/test').Browser} browser
 * @param {{url: string, cookies?: Record<string, string>}} target
 * @param {{javaScriptEnabled?: boolean}} [options]
 */
export async function freshContext(browser, { url, cookies = {} }, options = {}) {
  const context = await browser.newContext({ ...PHONE, ...options });
  const origin = new URL(url).origin;
  const list = Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin }));
  if (list.length > 0) await context.addCookies(list);
  return context;
}

/** @param {import('@playwright/test').CDPSession} session @param {typeof SLOW_4G} profile */
export async function throttle(session, { latency, down, up, cpu }) {
  const bytesPerSecond = (kilobits) => (kilobits * 1000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond(down),
    uploadThroughput: bytesPerSecond(up),
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}
