import { expect, framesAdvance, test } from '../../support/fixtures.ts';
import { FREE, playNatively } from '../../support/watching.ts';

test('a press on Play asks for the engine, the cart and the first seconds at once, for each only once, and then for React', async ({
  page,
  t,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(FREE);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('title_play'), exact: true })
    .first()
    .click();
  await framesAdvance(page);
  await expect(page.getByRole('dialog').getByRole('region')).toBeVisible();
  const count = (part: RegExp) => asked.filter((path) => part.test(path)).length;
  const first = (part: RegExp) => asked.findIndex((path) => part.test(path));
  expect(count(/\d+p\/seg-0\.m4s$/)).toBe(1);
  expect(count(/\/audio\/seg-0\.m4s$/)).toBe(1);
  expect(count(/\/get\/cart$/)).toBe(1);
  for (const name of ['base', 'contracts', 'start', 'start-play']) {
    const file = new RegExp(`/_astro/${name}\\.`);
    expect(count(file), name).toBe(1);
    expect(first(file), name).toBeLessThan(first(/\d+p\/seg-0\.m4s$/));
  }
  for (const name of ['client', 'ModalHost', 'play', 'player', 'common']) {
    const file = new RegExp(`/_astro/${name}\\.`);
    expect(count(file), name).toBe(1);
    expect(first(file), name).toBeGreaterThan(first(/\d+p\/seg-0\.m4s$/));
  }
});

test('what a page names as the code of its player is there', async ({ page, request }) => {
  await page.goto(FREE);
  const lists = await page.locator('body').evaluate(({ dataset }) => [dataset['playCode'], dataset['startCode']]);
  const files = lists.join(' ').split(' ');
  expect(files.length).toBeGreaterThan(9);
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

for (const downlink of [0.7, 1.5, 1.65, 1.95]) {
  test(`at ${String(downlink)} Mbit/s one rendition is loaded before the first frame, and nothing beyond its first segments`, async ({
    page,
  }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value: { downlink: value, saveData: false } });
    }, downlink);
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, file] = /\/media\/v\/.*\/clip-\d+\/(.*)$/.exec(request.url()) ?? [];
      if (file !== undefined && !asked.includes(file)) asked.push(file);
    });
    await page.goto(FREE);
    await page.getByRole('main').locator('[data-modal=player]').first().click();
    await framesAdvance(page);
    const files = ['index.m3u8', 'init.mp4', 'seg-0.m4s'];
    const first = ['master.m3u8', ...files.flatMap((file) => [`240p/${file}`, `audio/${file}`])];
    expect(asked.slice(0, first.length).sort()).toEqual(first.sort());
  });
}

test('a browser that plays HLS by itself begins to load before the code of the player is here', async ({ page }) => {
  await playNatively(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/_astro\/start-play\./, async (route) => {
    await held;
    await route.continue();
  });
  const masters: string[] = [];
  page.on('request', (request) => request.url().includes('/master.m3u8') && masters.push(request.url()));
  await page.goto(FREE);
  await page.getByRole('main').locator('[data-modal=player]').first().click();
  await expect.poll(() => masters.length).toBe(1);
  release();
  await framesAdvance(page);
  expect(masters).toHaveLength(1);
});
