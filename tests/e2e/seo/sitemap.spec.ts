// @module-tag full
import { expect, test } from '../../support/browser/fixtures.ts';

/** How many addresses are visited, spread evenly over all parts. */
const SAMPLE = 500;
const AT_ONCE = 4;
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');

test('every address of the sitemap answers 200 and is its own canonical', async ({ request }) => {
  test.setTimeout(300_000);
  const parts = locations(await (await request.get('/sitemap.xml')).text());
  expect(parts.length).toBeGreaterThan(8);
  const lists = await Promise.all(parts.map(async (part) => locations(await (await request.get(part)).text())));
  expect(Math.max(...lists.map((list) => list.length))).toBeLessThanOrEqual(10_000);
  const all = lists.flat();
  const step = Math.max(1, all.length / SAMPLE);
  const sample = Array.from({ length: Math.min(SAMPLE, all.length) }, (_, at) => all[Math.floor(at * step)] ?? '');
  // Each kind of page is in it, in both languages.
  for (const kind of ['/movie/', '/series/', '/episode/', '/video/', '/cast/', '/genres/', '/lists/'])
    expect(
      sample.some((address) => address.includes(kind)),
      kind,
    ).toBe(true);
  expect(sample.some((address) => address.endsWith('?hl=en'))).toBe(true);

  const wrong: string[] = [];
  const lane = async (from: number) => {
    for (let at = from; at < sample.length; at += AT_ONCE) {
      const address = sample[at] ?? '';
      const response = await request.get(address, { maxRedirects: 0 });
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(await response.text())?.[1];
      if (response.status() !== 200 || canonical !== address)
        wrong.push(`${address}: ${String(response.status())}, canonical ${canonical ?? 'none'}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, from) => lane(from)));
  expect(wrong).toEqual([]);
});
