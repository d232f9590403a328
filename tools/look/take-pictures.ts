import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { withDeadline } from '../../src/platform/http/limits/deadline.ts';
import type { Locale } from '../../src/platform/text/locale.ts';
import { createStage, type Scene, type Viewer } from './scenes.ts';
import type { Viewers } from './viewers.ts';

export type Theme = 'dark' | 'light';
export interface Picture {
  scene: string;
  locale: Locale;
  width: number;
  theme: Theme;
  png: Buffer;
}
export interface Plan {
  scenes: readonly Scene[];
  locales: readonly Locale[];
  widths: readonly number[];
  themes: readonly Theme[];
  workers: number;
}

/** Heights of windows in CSS pixels; of a longer page this many windows are drawn. */
const HEIGHTS: Record<number, number> = { 360: 780, 768: 1024, 1280: 800, 1440: 900, 1920: 1080, 2560: 1440 };
const WINDOWS = 2;
const PHONE_BELOW = 768;
const WITHIN_MS = 15_000;
/** A member of the desk has thirty calls more by then (`LIMITS.operator`). */
const LIMIT_PAUSE_MS = 90_000;

/** Draws every scene of the plan. A scene that fails is named, and the others are drawn. */
export async function takePictures(browser: Browser, origin: string, { states, facts }: Viewers, plan: Plan) {
  const pictures: Picture[] = [];
  const failures: string[] = [];
  const phones = plan.widths.filter((width) => width < PHONE_BELOW);
  const desktops = plan.widths.filter((width) => width >= PHONE_BELOW);
  const jobs = plan.locales.flatMap((locale) =>
    [phones, desktops]
      .filter((widths) => widths.length > 0)
      .flatMap((widths) => plan.scenes.map((scene) => ({ locale, widths, scene }))),
  );
  const contexts = new Map<string, Promise<BrowserContext>>();
  const getContext = (viewer: Viewer, locale: Locale, isPhone: boolean, worker: number) => {
    const key = [viewer, locale, isPhone, worker].join();
    const context = contexts.get(key) ?? openContext(browser, origin, states[viewer], locale, isPhone);
    contexts.set(key, context);
    return context;
  };
  const work = async (worker: number) => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { scene, locale, widths } = job;
      const viewer = scene.viewer === 'staff' && locale === 'en' ? 'colleague' : (scene.viewer ?? 'guest');
      const context = await getContext(viewer, locale, widths === phones, worker);
      const draw = () => drawScene(context, origin, { scene, locale, widths, themes: plan.themes, facts });
      let drawing = await draw();
      if (drawing.isLimited) {
        await wait(LIMIT_PAUSE_MS);
        drawing = await draw();
      }
      pictures.push(...drawing.pictures);
      if (drawing.failure !== null) failures.push(drawing.failure);
    }
  };
  await Promise.all(Array.from({ length: plan.workers }, (_, worker) => work(worker)));
  await Promise.all([...contexts.values()].map(async (context) => (await context).close()));
  return { pictures, failures };
}

interface Job {
  scene: Scene;
  locale: Locale;
  widths: readonly number[];
  themes: readonly Theme[];
  facts: Viewers['facts'];
}

/** `isLimited`: the site refused a request as one too many, so the pictures are those of a refusal. */
async function drawScene(context: BrowserContext, origin: string, { scene, locale, widths, themes, facts }: Job) {
  const pictures: Picture[] = [];
  let failure: string | null = null;
  let isLimited = false;
  const page = await context.newPage();
  page.setDefaultTimeout(WITHIN_MS / 2);
  page.on('response', (response) => {
    if (response.status() === 429) isLimited = true;
  });
  try {
    await withDeadline(setScene(page, origin, scene, locale, facts, widths[0] ?? 0), WITHIN_MS, 'the scene');
    for (const width of widths) {
      for (const theme of themes) {
        const picture = takePicture(page, width, theme, scene.foot === true);
        const png = await withDeadline(picture, WITHIN_MS, 'the picture');
        pictures.push({ scene: scene.name, locale, width, theme, png });
      }
    }
  } catch (error) {
    failure = `${scene.name} (${locale}, ${widths.join('/')}): ${String(error).split('\n')[0] ?? ''}`;
    const png = await page.screenshot({ timeout: 3000 }).catch(() => null);
    if (png) pictures.push({ scene: `${scene.name} FAILED`, locale, width: widths[0] ?? 0, theme: 'dark', png });
  } finally {
    await page.close();
  }
  return { pictures, failure, isLimited };
}

async function openContext(
  browser: Browser,
  origin: string,
  storageState: Viewers['states']['guest'],
  locale: Locale,
  isPhone: boolean,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    storageState,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    ...(isPhone && { isMobile: true, hasTouch: true }),
  });
  await context.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
  await context.setExtraHTTPHeaders({ 'cf-connecting-ip': `10.1.${String(Math.floor(Math.random() * 250))}.7` });
  return context;
}

async function setScene(
  page: Page,
  origin: string,
  { path, fault, prepare, act }: Scene,
  locale: Locale,
  facts: Viewers['facts'],
  width: number,
): Promise<void> {
  const stage = createStage(page, origin, locale);
  await page.setViewportSize({ width, height: HEIGHTS[width] ?? 800 });
  const address = origin + (typeof path === 'string' ? path : path(facts, locale));
  if (fault !== undefined) {
    const headers = { 'x-fault': fault, 'x-cold': '1' };
    await page.route(address, (route) => route.continue({ headers: { ...route.request().headers(), ...headers } }));
  }
  await prepare?.(stage);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await act?.(stage);
  await page.waitForLoadState('domcontentloaded');
}

async function takePicture(page: Page, width: number, theme: Theme, isFoot: boolean): Promise<Buffer> {
  const height = HEIGHTS[width] ?? 800;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  // A form's page may still be on its way.
  const total = await page.evaluate(loadPictures, isFoot).catch(async () => {
    await page.waitForLoadState();
    return page.evaluate(loadPictures, isFoot);
  });
  const drawn = Math.min(Math.max(total, height), height * WINDOWS);
  const clip = { x: 0, y: isFoot ? Math.max(total - drawn, 0) : 0, width, height: drawn };
  return page.screenshot({ fullPage: true, clip, animations: 'disabled', caret: 'initial' });
}

/** Loads what waits below the fold, and gives the page's height. Runs in the page. */
async function loadPictures(isFoot: boolean): Promise<number> {
  await document.fonts.ready;
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
  }
  const images = [...document.images].filter((image) => isFoot || image.getBoundingClientRect().top < 2500);
  const loads = images.map(async (image) => {
    image.loading = 'eager';
    await image.decode().catch(() => undefined);
  });
  await Promise.race([Promise.all(loads), new Promise((resolve) => setTimeout(resolve, 4000))]);
  return document.documentElement.scrollHeight;
}
