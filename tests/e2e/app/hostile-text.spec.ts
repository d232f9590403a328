// @module-tag full
import { expect, test } from '@playwright/test';
import { matchPage, ROUTES } from '../../../src/platform/pages/find-page.ts';
import { addHostileTexts, FILM, HELP, HOSTILE, PAID, TOKEN } from '../../support/site/hostile-pages.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';

/** Every text of the pages of visitors that somebody else types: markup that would run. */
const PORT = 4365;

const OF_GUESTS = [
  ...['/', '/movie', '/series', '/episode', '/video', `/movie/${String(FILM)}`, '/series/201', '/episode/1001'],
  ...['/video/301', '/movie/show/52', '/series/show/201', '/episode/show/1001', '/video/show/301', '/show/52'],
  ...['/app/show/52', '/app/series/show/201', '/app/episode/show/1001', '/app/ekran/502', '/cinema', '/genres'],
  ...['/genres/drama', '/lists', '/lists/classics', '/category', '/category/iranian-cinema', '/search', '/search/b'],
  ...['/casts/iranian-actors', '/cast/10185', '/lives', '/lives/parde-1', '/live/401', '/magazines'],
  ...['/magazines-channels', '/channel/parde-cinema', '/ekran/501', '/namad', '/promises', '/USSDlink/52/1'],
  ...['/offline', '/no-such-page', '/login', '/locale', '/kids', '/continue', '/callback', '/download', '/app'],
  ...['/profile/plans', '/profile/about-contact', '/profile/faq', '/profile/internet', '/profile/terms'],
  ...['/profile/terms/1', '/movie/download/39', '/series/download/201', '/episode/download/1001'],
  '/comments/52',
];
const OF_MEMBERS = [
  ...['/profile', '/profile/list/watched', '/profile/help', `/profile/help/${String(HELP)}`, '/profile/access'],
  ...['/profile/gift', '/profile/gift/x', '/profile/settings', '/profile/subscription', '/payments'],
  ...[`/payments/${PAID}`, '/plan/1'],
];
/** No page of a visitor's, or none with a text. */
const OTHERS = /^(404\.astro|logout\.ts|manifest\.webmanifest\.ts|robots\.txt\.ts|ref\/|operator\/|desk\/|dev\/)/;
/** In two languages. */
const MIN_PAGES_WITH_TEXT = 100;

interface Findings {
  faults: string[];
  /** Places with the text. */
  count: number;
}

/** In the browser: elements, attributes, addresses and marks of direction of a parsed page that come out of a text. */
function judgeDocument(html: string): Findings {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const faults: string[] = [];
  const elements = [...page.querySelectorAll('*')];
  for (const element of elements) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) faults.push(`${element.localName} has ${name}`);
      if (/^(href|src|action|formaction)$/.test(name) && /^\s*(javascript|data:text)/i.test(value))
        faults.push(`${name} is ${value}`);
    }
  }
  // Not even `<bdi>` keeps an isolate without its end from turning its neighbours around; the site's own have theirs.
  const isTurned = (text: string | null) =>
    /[\u202a-\u202e\u2066\u2067]/.test((text ?? '').replace(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, ''));
  for (const element of elements) {
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const place = `${element.localName}.${element.className}`;
    if (texts.some(({ textContent }) => isTurned(textContent))) faults.push(`a turned text in ${place}`);
    for (const { name, value } of element.attributes) if (isTurned(value)) faults.push(`a turned ${name} of ${place}`);
  }
  if (page.querySelector('img[src="x"]')) faults.push('an element');
  if (elements.some((element) => element.localName === 'b' && element.textContent === 'x')) faults.push('a bold text');
  if (page.title === '1') faults.push('a script');
  for (const script of page.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      JSON.parse(script.textContent);
    } catch {
      faults.push(`JSON-LD: ${script.textContent.slice(0, 80)}`);
    }
  }
  return {
    faults,
    count: elements.filter(
      ({ children, textContent }) => children.length === 0 && textContent.includes('onerror="document'),
    ).length,
  };
}

test('every page of a visitor is walked here', () => {
  const walked = new Set([...OF_GUESTS, ...OF_MEMBERS].map(matchPage));
  const left = ROUTES.filter(({ file, page, bare }) => !OTHERS.test(file) && !walked.has(page) && !walked.has(bare));
  expect(left.map(({ file }) => file)).toEqual([]);
});

test('no text runs on a visitor’s page or breaks out of its place', async ({ browser }) => {
  test.setTimeout(600_000);
  const site = await servePrepared(
    { port: PORT, stateDir: '.wrangler/hostile-pages-state', vars: {} },
    addHostileTexts,
  );
  const origin = `http://localhost:${String(PORT)}`;
  try {
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const faults: string[] = [];
    let pages = 0;
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => faults.push('a dialog')));
    // The policy would stop a script that came out of a text, and say so.
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    const walk = async (paths: readonly string[], cookie: string) => {
      for (const path of paths) {
        const answer = await context.request.get(encodeURI(path), { headers: { cookie } });
        const result = await page.evaluate(judgeDocument, await answer.text());
        faults.push(...result.faults.map((fault) => `${path} ${cookie.slice(0, 18)}: ${fault}`));
        if (result.count > 0) pages += 1;
      }
    };
    await walk(OF_GUESTS, 'i18n_redirected=fa');
    await walk(OF_GUESTS, 'i18n_redirected=en');
    await walk(OF_MEMBERS, `__Host-session=${TOKEN}; signed_in=1`);
    expect([...new Set(faults)]).toEqual([]);
    expect(pages).toBeGreaterThan(MIN_PAGES_WITH_TEXT);
    await page.goto(`/movie/${String(FILM)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE.slice(2));
  } finally {
    await site.stop();
  }
});
