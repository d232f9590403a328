import { readColour } from '@pardeh/demo-assets/art/dominant-colour';
import { expect, test } from '../../support/browser/fixtures.ts';
import { PAGE_KINDS } from '../../support/browser/page-kinds.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test(
  'a picture that is not there yet is its dominant colour, on every kind of page',
  { tag: '@full' },
  async ({ page }) => {
    test.slow();
    // They are on their way for as long as the test looks.
    await page.route('**/media/img/**', () => undefined);
    let coloured = 0;
    for (const path of [...PAGE_KINDS, '/magazines', '/channel/parde-cinema', '/cast/10185', '/casts/iranian-actors']) {
      await page.goto(path);
      const pictures = await page.locator('main img').evaluateAll((all) =>
        all.map((one) => {
          const { backgroundColor } = getComputedStyle(one);
          return { src: one.getAttribute('src') ?? '', backgroundColor };
        }),
      );
      for (const { src, backgroundColor } of pictures) {
        const letters = /^\/media\/img\/[a-z0-9-]+-([A-P][Q-Z])[0-9a-f]{6}\/\d+$/.exec(src)?.[1];
        if (src.startsWith('/media/img/wordmark-')) {
          // Letters alone, over the title's own picture.
          expect(backgroundColor, `${path} ${src}`).toBe('rgba(0, 0, 0, 0)');
          continue;
        }
        if (letters === undefined) {
          // A title without art is drawn by the site, on a colour of the theme.
          expect(src, path).toMatch(/^\/media\/img\/none\/|^$/);
          expect(backgroundColor, `${path} ${src}`).not.toBe('rgba(0, 0, 0, 0)');
          continue;
        }
        coloured += 1;
        const colour = Array.from(backgroundColor.matchAll(/\d+/g), ([part]) => Number(part));
        const wanted = readColour(letters) ?? [];
        expect(colour, `${path} ${src}`).toHaveLength(3);
        // The browser rounds in its own way.
        colour.forEach((part, index) => {
          expect(Math.abs(part - (wanted[index] ?? -9)), `${path} ${src}`).toBeLessThanOrEqual(1);
        });
      }
    }
    expect(coloured).toBeGreaterThan(200);
  },
);

test('a picture of each kind is there at the address that names its colour', async ({ page }) => {
  for (const [path, kind] of [
    ['/', 'backdrop'],
    ['/genres/drama', 'poster'],
    ['/casts/iranian-actors', 'portrait'],
    ['/magazines', 'cover'],
    ['/lives', 'logo'],
  ] as const) {
    await page.goto(path);
    const picture = page.locator(`main img[src^="/media/img/${kind}-"]`).first();
    await expect(picture).toHaveAttribute('src', /-[A-P][Q-Z][0-9a-f]{6}\//);
    await expect
      .poll(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth), { message: path })
      .toBeGreaterThan(0);
  }
});

test('so is a picture that a script puts in', async ({ page }) => {
  await page.route('**/media/img/**', () => undefined);
  await page.goto('/search');
  const main = page.getByRole('main');
  await main.locator('input[name=query]').click();
  await main.getByRole('combobox').fill('نادر');
  const picture = main.getByRole('option').locator('img').first();
  await expect(picture).toHaveAttribute('src', /-[A-P][Q-Z][0-9a-f]{6}\//);
  await expect(picture).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('a picture of another host stands on a colour of the theme, whatever its address', async ({ page }) => {
  await page.goto('/genres');
  const colour = await page.evaluate(() => {
    const picture = document.createElement('img');
    picture.src = 'https://pictures.example/AQ/media/img/CZ.jpg';
    picture.removeAttribute('srcset');
    document.querySelector('main')?.appendChild(picture);
    const probe = document.createElement('p');
    probe.style.setProperty('background', 'var(--bg-raised)');
    document.querySelector('main')?.appendChild(probe);
    return [getComputedStyle(picture).backgroundColor, getComputedStyle(probe).backgroundColor];
  });
  expect(colour[0]).toBe(colour[1]);
});
