import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assignCovers } from '../src/art/assign-covers.ts';
import { assignCompositions } from '../src/art/assign.ts';
import { artJobs } from '../src/art/art-jobs.ts';
import { findComplexion } from '../src/art/complexion.ts';
import { drawArt } from '../src/art/draw-art.ts';
import { drawSvg } from '../src/art/draw-svg.ts';
import { drawPortrait } from '../src/art/portrait.ts';
import { assignProgrammes } from '../src/art/programmes.ts';
import { rasterise } from '../src/art/raster.ts';
import { setName } from '../src/art/lettering.ts';

const jobs = artJobs({
  titles: [
    {
      ...{ id: 1, name_fa: 'دریا', name_en: 'The Sea', year: 2020, genres: ['drama'], countries: ['IR'] },
      synopsis_en: 'A boat goes out to sea.',
    },
  ],
  stills: new Map([[1, ['still-1-1', 'still-1-2']]]),
  marks: [1],
  genres: ['drama'],
  people: [{ slug: 'one' }],
  magazines: [{ slug: 'film', issues: [{ number: 1 }, { number: 2 }] }],
  channels: [{ slug: 'news', colour: '#1f3fa8' }],
});

test('a title has a poster for each language and a backdrop; persons, issues, channels and genres have one picture', () => {
  const ofTitle = ['poster-1', 'poster-1-en', 'backdrop-1', 'still-1-1', 'still-1-2', 'wordmark-1-fa', 'wordmark-1-en'];
  const names = [...ofTitle, 'still-genre-drama', 'portrait-one', 'cover-film-1', 'cover-film-2', 'logo-news'];
  expect(jobs.map(({ name }) => name)).toEqual(names);
});

test('a picture is the same each time, and its letters are outlines', () => {
  for (const job of jobs) {
    expect(drawSvg(job)).toBe(drawSvg(job));
    expect(drawSvg(job), job.name).not.toContain('<text');
  }
  expect(new Set(jobs.map(drawSvg)).size).toBe(jobs.length);
});

test('pictures are drawn once into a folder, by keys that end in colour and hash', { timeout: 20_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-assets-'));
  try {
    const counts: number[] = [];
    const keys = await drawArt(jobs, folder, (done) => counts.push(done));
    expect([...keys.keys()].sort()).toEqual(jobs.map(({ name }) => name).sort());
    for (const [name, key] of keys)
      expect(key).toMatch(new RegExp(`^${name}-(?:${name.startsWith('wordmark') ? '00' : '[A-P][Q-Z]'})[0-9a-f]{6}$`));
    expect(counts.at(-1)).toBe(jobs.length);
    const files = readdirSync(folder).sort();
    expect(files).toEqual([...keys.values()].map((key) => `${key}.png`).sort());
    expect(await drawArt(jobs, folder, () => undefined)).toEqual(keys);
    expect(readdirSync(folder).sort()).toEqual(files);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a composition tells the story, and none is seen twice in a row', () => {
  const word = { genres: ['drama'], countries: ['IR'], synopsis_en: '' };
  const titles = ['The Cow', 'A Kite', 'Another Cow', 'The Train', 'Nothing', 'Rain'].map((name_en, id) => {
    return { ...word, id, name_en };
  });
  const ids = titles.map(({ id }) => id);
  const chosen = assignCompositions(titles, [ids, [5, 3, 1]]);
  expect([chosen.get(0), chosen.get(2)]).toContain('cow');
  expect(chosen.get(1)).toBe('kite');
  expect(chosen.get(3)).toBe('train');
  expect(new Set(chosen.values()).size).toBe(ids.length);
  expect(assignCompositions(titles, [ids, [5, 3, 1]])).toEqual(chosen);
});

test('a complexion follows the countries of a person, and none is guessed: then the figure is a print in one hue', () => {
  const skins = (...countries: string[]) => findComplexion(countries)?.skins;
  expect(skins('IT')).toEqual(skins('SE', 'DE', 'SE'));
  expect(new Set([skins('IR'), skins('IT'), skins('JP'), skins('IN'), skins('SN')]).size).toBe(5);
  for (const countries of [[], ['US'], ['GB', 'US'], ['IT', 'US'], ['IR', 'IT']])
    expect(skins(...countries), countries.join()).toBeUndefined();
  const faces = (countries: string[]) =>
    ['anthony', 'john', 'jessie', 'stellan', 'lamberto', 'enzo'].map(
      (slug) => /<ellipse rx="[^"]+" ry="[^"]+" fill="(#\w{6})"/.exec(drawPortrait({ slug, countries }))?.[1] ?? '',
    );
  for (const face of faces(['IT'])) expect(skins('IT')).toContain(face);
  // Red is the strongest part of each skin, and of no print.
  for (const face of faces(['US'])) {
    const [red = 0, , blue = 0] = [1, 3, 5].map((at) => Number.parseInt(face.slice(at, at + 2), 16));
    expect(blue, face).toBeGreaterThan(red);
  }
});

test('a programme has a picture that suits it, and no other channel shows that one meanwhile', () => {
  const on = (channel: string, start: number, name_en: string) => ({ channel, day: 0, start, minutes: 60, name_en });
  const programmes = [
    ...[on('one', 0, 'Morning News'), on('one', 60, 'Cooking from Gilan'), on('one', 120, 'Repeat: Morning News')],
    ...[on('news', 0, 'News at Six'), on('music', 0, 'Orchestra Hall'), on('kids', 60, 'The Sailor Cat')],
  ];
  const chosen = assignProgrammes(programmes);
  expect(chosen.get('one/Cooking from Gilan')).toBe('kettle');
  expect(chosen.get('music/Orchestra Hall')).toBe('piano');
  expect(chosen.get('one/Morning News')).not.toBe(chosen.get('news/News at Six'));
  expect([chosen.get('one/Morning News'), chosen.get('news/News at Six')]).toContain('globe');
  expect(chosen.has('one/Repeat: Morning News')).toBe(false);
});

test('no two covers of a magazine have one composition, nor the latest of all; one without issues has a cover', () => {
  const issues = [1, 2, 3, 4].map((number) => ({ number }));
  const slugs = ['film', 'food', 'cinema', 'road', 'newspaper'];
  const covers = assignCovers([...slugs.map((slug) => ({ slug, issues })), { slug: 'studio', issues: [] }]);
  expect(covers.size).toBe(21);
  for (const slug of slugs)
    expect(new Set(issues.map(({ number }) => covers.get(`${slug}/${String(number)}`))).size, slug).toBe(4);
  expect(new Set([...slugs.map((slug) => covers.get(`${slug}/4`)), covers.get('studio/0')]).size).toBe(6);
});

test('a wordmark ends where its ink ends, at most two pixels after it', () => {
  for (const job of jobs.filter(({ draw }) => draw === 'wordmark')) {
    const svg = drawSvg(job);
    const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number);
    const { pixels } = rasterise(svg);
    const isInk = (x: number, y: number) => (pixels[(y * width + x) * 4 + 3] ?? 0) > 40;
    const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
      Array.from({ length: height }, (_, y) => y).some((y) => isInk(x, y)),
    );
    expect(columns[0], job.name).toBeLessThanOrEqual(2);
    expect(columns.at(-1), job.name).toBeGreaterThanOrEqual(width - 3);
  }
});

test('Persian lettering is joined, runs from right to left and keeps numbers in order', () => {
  const place = { x: 0, y: 0, w: 400, h: 100, align: 'middle', stand: 'middle', fill: '#fff' } as const;
  const width = (name: string) => setName(name, 'fa', 'comic', { ...place, limit: 40 }).width;
  // Joined letters are narrower than the same letters kept apart.
  expect(width('سلام')).toBeLessThan(width('س‌ل‌ا‌م') * 0.9);
  const draw = (name: string) => setName(name, 'fa', 'comic', place).svg;
  expect(draw('۱۲')).not.toBe(draw('۲۱'));
  expect(setName('A very long name of a film', 'en', 'crime', place).height).toBeLessThanOrEqual(100.1);
});
