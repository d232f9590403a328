import { setTimeout as wait } from 'node:timers/promises';
import { inlineBytes } from './inline.mjs';
import { NetworkLog, countRequests } from './network-log.mjs';
import { SLOW_4G, freshContext, throttle } from './profile.mjs';
import { readPage, summarise, watchVitals } from './vitals.mjs';

/** A new page's own start must be over before it is timed. Milliseconds. */
const SETTLE_MS = 250;
const FIRST_FRAMES_MS = 500;

/** @typedef {{name: string, url: string, cookies?: Record<string, string>}} Target */

/**
 * One cold load on a phone with Slow 4G and a quarter of the CPU, until the network is quiet for two seconds. Nobody
 * touches the page, so all script that it loads is script before interaction.
 * @param {import('@playwright/test').Browser} browser
 * @param {Target} target
 * @returns {Promise<Measured>} times in ms, bytes on the wire with headers; `script` and `css` with what is inline
 *
 * @typedef {{fcp: number, lcp: number, lcpElement: string, cls: number, tbt: number, requests: number, html: number,
 *   css: number, script: number, font: number, image: number, totalBytes: number, text: number, links: number,
 *   thirdParty: string[], broken: string[], errors: string[]}} Measured
 */
export async function coldLoad(browser, target) {
  const context = await freshContext(browser, target);
  try {
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(watchVitals);
    const session = await context.newCDPSession(page);
    const log = new NetworkLog(session);
    await session.send('Network.enable');
    await session.send('Page.enable');
    await wait(SETTLE_MS);
    await throttle(session, SLOW_4G);
    const { errorText } = await session.send('Page.navigate', { url: target.url });
    if (errorText) throw new Error(`${target.url}: ${errorText}`);
    await log.settled();
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const { vitals, text, links } = await page.evaluate(readPage);
    const { bytes, ...counts } = countRequests(log.requests, new URL(target.url).origin);
    const inline = inlineBytes(await log.html());
    const { html, font, image } = bytes;
    const [css, script] = [bytes.css + inline.css, bytes.script + inline.script];
    return { ...summarise(vitals), ...counts, html, css, script, font, image, text, links, errors };
  } finally {
    await context.close();
  }
}

/**
 * Loads a target in full speed, to the end of the page: whatever the server makes on first use is made then.
 * @param {import('@playwright/test').Browser} browser
 * @param {Target} target
 */
export async function warm(browser, target) {
  const context = await freshContext(browser, target);
  try {
    const page = await context.newPage();
    const log = new NetworkLog(await enabled(context, page));
    const response = await page.goto(target.url, { waitUntil: 'commit' });
    if (response?.status() !== 200) throw new Error(`${target.name}: ${target.url} answers ${response?.status()}`);
    await log.settled();
    await page.keyboard.press('End');
    await log.settled();
  } finally {
    await context.close();
  }
}

/**
 * Reads a target without JavaScript.
 * @param {import('@playwright/test').Browser} browser
 * @param {Target} target
 * @returns {Promise<{text: number, links: number}>} characters of visible text, and links
 */
export async function loadWithoutScript(browser, target) {
  const context = await freshContext(browser, target, { javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    // Without script nothing is lazy: the pictures of the whole page would come, and none of them is text.
    await page.goto(target.url, { waitUntil: 'domcontentloaded' });
    // The first frame has the first screen alone (docs/pages.md).
    await wait(FIRST_FRAMES_MS);
    const { text, links } = await page.evaluate(readPage);
    return { text, links };
  } finally {
    await context.close();
  }
}

async function enabled(context, page) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Page.enable');
  return session;
}
