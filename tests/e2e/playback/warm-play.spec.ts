import { expect, framesAdvance, test } from '../../support/fixtures.ts';
import { FREE } from '../../support/watching.ts';

test('a press on Play asks for the code, the cart and the first seconds at once, and for each only once', async ({
  page,
  t,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The islands' code is held, so that the page's own scripts send every request until then.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/_astro\/(?!Body\.|WarmPlay\.).*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(FREE);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('title_play'), exact: true })
    .first()
    .click();
  const count = (part: RegExp) => asked.filter((path) => part.test(path)).length;
  await expect.poll(() => count(/\/240p\/seg-0\.m4s$/)).toBe(1);
  await expect.poll(() => count(/\/audio\/seg-0\.m4s$/)).toBe(1);
  for (const name of ['client', 'ModalHost', 'play', 'player', 'common', 'base']) {
    expect(count(new RegExp(`/_astro/${name}\\.`)), name).toBe(1);
  }
  release();
  await framesAdvance(page);
  expect(count(/\/get\/cart$/)).toBe(1);
});

test('what a page names as the code of its player is there', async ({ page, request }) => {
  await page.goto(FREE);
  const named = (await page.locator('body').getAttribute('data-play-code')) ?? '';
  const files = named.split(' ');
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect((await request.get(file)).headers()['content-type'], file).toContain('javascript');
});

test('a title that may not be watched asks for no media, and once for its cart', async ({ page, t }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/movie/52#play');
  await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
  expect(asked.filter((path) => path.endsWith('/get/cart'))).toHaveLength(1);
  expect(asked.filter((path) => path.startsWith('/media/v/'))).toEqual([]);
});

test('who saves data is brought what their player asks for, and a guest no code before it is known to be of use', async ({
  page,
  t,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(FREE);
  const play = page
    .getByRole('main')
    .getByRole('link', { name: t('title_play'), exact: true })
    .first();
  await play.click();
  await framesAdvance(page);
  const masters = asked.filter((url) => url.includes('/master.m3u8'));
  expect(masters.filter((url) => !url.endsWith('master.m3u8?max=360'))).toEqual([]);
  const first = (part: string) => asked.findIndex((url) => url.includes(part));
  expect(first('/get/cart')).toBeLessThan(first('/_astro/player.'));
});
