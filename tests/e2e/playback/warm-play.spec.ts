import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { FREE } from '../../support/browser/watching.ts';

test('a press on Play asks for the engine, the cart and the first seconds at once, for each only once, and then for React', async ({
  page,
  t,
}) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(FREE);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('act_watch_free'), exact: true })
    .first()
    .click();
  await framesAdvance(page);
  await expect(page.getByRole('dialog').getByRole('region')).toBeVisible();
  const count = (part: RegExp) => paths.filter((path) => part.test(path)).length;
  const first = (part: RegExp) => paths.findIndex((path) => part.test(path));
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

for (const downlink of [0.5, 1.6, 10]) {
  for (const address of [FREE, `${FREE}#play`]) {
    test(`at ${String(downlink)} Mbit/s, the beginning of ${address} is loaded of one rendition`, async ({
      page,
      t,
    }) => {
      await page.addInitScript((mbits) => {
        Object.defineProperty(navigator, 'connection', { value: { downlink: mbits, effectiveType: '4g' } });
      }, downlink);
      const begun: string[] = [];
      page.on('request', (request) => begun.push(/\/(\d+p)\/seg-0\./.exec(request.url())?.[1] ?? ''));
      await page.goto(address);
      if (address === FREE)
        await page
          .getByRole('main')
          .getByRole('link', { name: t('act_watch_free'), exact: true })
          .first()
          .click();
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
      expect(new Set(begun.filter((height) => height !== '')).size).toBe(1);
    });
  }
}

test('by #play, the network is asked once: one rendition is begun though it slows down meanwhile', async ({ page }) => {
  await page.addInitScript(() => {
    let count = 0;
    const downlinks = [10, 0.5];
    const connection = { effectiveType: '4g' };
    Object.defineProperty(connection, 'downlink', { get: () => downlinks[count++] ?? 0.5 });
    Object.defineProperty(navigator, 'connection', { value: connection });
    Object.defineProperty(globalThis, 'countReads', { value: () => count });
  });
  const begun: string[] = [];
  page.on('request', (request) => begun.push(/\/(\d+p)\/seg-0\./.exec(request.url())?.[1] ?? ''));
  await page.goto(`${FREE}#play`);
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  expect(new Set(begun.filter((height) => height !== ''))).toEqual(new Set(['720p']));
  expect(await page.evaluate(() => (globalThis as unknown as { countReads: () => number }).countReads())).toBe(1);
});

test('what a page names as the code of its player is there', async ({ page, request }) => {
  await page.goto(FREE);
  const lists = await page.locator('body').evaluate(({ dataset }) => [dataset['playCode'], dataset['startCode']]);
  const files = lists.join(' ').split(' ');
  expect(files.length).toBeGreaterThan(9);
  for (const file of files) expect((await request.get(file)).headers()['content-type'], file).toContain('javascript');
});

test('a title that may not be watched asks for no media, and once for its cart', async ({ page, t }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto('/movie/52#play');
  await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
  expect(paths.filter((path) => path.endsWith('/get/cart'))).toHaveLength(1);
  expect(paths.filter((path) => path.startsWith('/media/v/'))).toEqual([]);
});

for (const [who, hasAccount, settings, saveData, query] of [
  ['has chosen the data saver in the account', true, { height: null, dataSaver: true }, false, '?max=360'],
  ['holds a quality though the browser saves data', false, { height: 360, dataSaver: true }, true, ''],
] as const) {
  test(`who ${who} is brought the playlists that the player opens, and no others`, async ({
    page,
    signIn,
    baseURL,
  }) => {
    if (hasAccount) {
      await signIn();
      const headers = { origin: baseURL ?? '' };
      const response = await page.request.post('/api/v1/my/settings', { data: { data_saver: true }, headers });
      expect(response.ok()).toBe(true);
    }
    await page.addInitScript(
      ([kept, saves]) => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: saves, effectiveType: '4g' } });
        const plain = { subtitles: 'off', lastLanguage: null, size: 'medium', background: 'half' };
        localStorage.setItem('player', JSON.stringify({ ...plain, ...kept }));
      },
      [settings, saveData] as const,
    );
    const masters: string[] = [];
    page.on('request', (request) => {
      const [, query] = /\/master\.m3u8(.*)$/.exec(request.url()) ?? [];
      if (query !== undefined) masters.push(query);
    });
    await page.goto(`${FREE}#play`);
    await framesAdvance(page);
    expect(new Set(masters)).toEqual(new Set([query]));
  });
}

test('who saves data is brought what their player asks for, and a guest no code before it is known to be of use', async ({
  page,
  t,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(FREE);
  const play = page
    .getByRole('main')
    .getByRole('link', { name: t('act_watch_free'), exact: true })
    .first();
  await play.click();
  await framesAdvance(page);
  await expect(page.getByRole('dialog').getByRole('region')).toBeVisible();
  const masters = urls.filter((url) => url.includes('/master.m3u8'));
  expect(masters.filter((url) => !url.endsWith('master.m3u8?max=360'))).toEqual([]);
  const first = (part: string) => urls.findIndex((url) => url.includes(part));
  expect(first('/get/cart')).toBeLessThan(first('/_astro/player.'));
});
