import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artJobs } from '../src/art/art-jobs.ts';
import { drawArt } from '../src/art/draw-art.ts';
import { drawSvg } from '../src/art/draw-svg.ts';

const jobs = artJobs({
  titles: [{ id: 1, name_en: 'The Sea', year: 2020, genres: ['drama'], countries: ['IR'] }],
  people: [{ slug: 'one' }],
  magazines: [{ slug: 'film', issues: [{ number: 1 }, { number: 2 }] }],
  channels: [{ slug: 'news', colour: '#1f3fa8' }],
});

test('a catalogue has two pictures a title, and one a person, an issue and a channel', () => {
  const names = ['poster-1', 'backdrop-1', 'portrait-one', 'cover-film-1', 'cover-film-2', 'logo-news'];
  expect(jobs.map(({ name }) => name)).toEqual(names);
});

test('a picture is the same each time, and has no letters', () => {
  for (const job of jobs) {
    expect(drawSvg(job)).toBe(drawSvg(job));
    expect(drawSvg(job), job.name).not.toContain('<text');
  }
  expect(new Set(jobs.map(drawSvg)).size).toBe(jobs.length);
});

test('pictures are drawn once into a folder, by keys that end in colour and hash', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-assets-'));
  try {
    const counts: number[] = [];
    const keys = await drawArt(jobs, folder, (done) => counts.push(done));
    expect([...keys.keys()].sort()).toEqual(jobs.map(({ name }) => name).sort());
    for (const [name, key] of keys) expect(key).toMatch(new RegExp(`^${name}-[A-P][Q-Z][0-9a-f]{6}$`));
    expect(counts.at(-1)).toBe(jobs.length);
    const files = readdirSync(folder).sort();
    expect(files).toEqual([...keys.values()].map((key) => `${key}.png`).sort());
    expect(await drawArt(jobs, folder, () => undefined)).toEqual(keys);
    expect(readdirSync(folder).sort()).toEqual(files);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
