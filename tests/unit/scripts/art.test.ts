import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  findDominantColour,
  HUES,
  nameColour,
  readColour,
  toOklab,
  TONES,
} from '@pardeh/demo-assets/art/dominant-colour';
import { rasterise } from '@pardeh/demo-assets/art/raster';
import { artJobs } from '@pardeh/demo-assets/art/jobs';
import { drawSvg } from '@pardeh/demo-assets/art/svg';
import { IN_SIGHT } from '@pardeh/demo-assets/art/assign';
import { assignProgrammes, keyProgramme } from '@pardeh/demo-assets/art/programmes';
import { listProgrammes } from '../../../tools/seed/channel-rows.ts';
import { artCatalogue } from '../../../tools/seed/art-catalogue.ts';
import { rowsInSight } from '../../../tools/seed/rows-in-sight.ts';
import { readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { artKind } from '../../../src/platform/image-widths.ts';

const catalogue = readCatalogue();
const jobs = artJobs(artCatalogue(catalogue));

/** The distance of two colours to the eye; 1 is that of black and white. */
const distance = (a: readonly [number, number, number], b: readonly [number, number, number]) => {
  const [one, two] = [toOklab(a), toOklab(b)];
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]);
};

test('a poster is lettered in the language of its page, and only posters and wordmarks are', () => {
  for (const job of jobs) expect(drawSvg(job).includes('<text'), job.name).toBe(false);
  const lettered = jobs.filter((job) => 'language' in job);
  expect(new Set(lettered.map(({ draw }) => draw))).toEqual(new Set(['poster', 'wordmark']));
  for (const job of lettered.filter(({ draw }) => draw === 'poster')) {
    const other = { ...job, language: job.language === 'fa' ? ('en' as const) : ('fa' as const) };
    expect(drawSvg(other), job.name).not.toBe(drawSvg(job));
  }
});

test('no two posters of a rail, nor of any screen of a grid at 1920 pixels, have one composition', () => {
  const compositions = new Map(
    jobs.flatMap((job) => (job.draw === 'backdrop' ? [[job.subject.id, job.subject.composition]] : [])),
  );
  expect(new Set(compositions.values()).size).toBeGreaterThanOrEqual(48);
  // Ten columns, of which four rows are in sight.
  expect(IN_SIGHT).toBeGreaterThanOrEqual(40);
  const seen = rowsInSight(catalogue).flatMap((row) =>
    row.flatMap((id, at) =>
      row
        .slice(at + 1, at + IN_SIGHT)
        .filter((other) => compositions.get(other) === compositions.get(id))
        .map((other) => `${String(id)} and ${String(other)}`),
    ),
  );
  expect(seen).toEqual([]);
});

test('no two channels show one picture at the same time, and each programme has one', () => {
  const programmes = listProgrammes(catalogue);
  const compositions = assignProgrammes(programmes);
  for (const { day, start } of programmes) {
    const on = programmes.filter((one) => one.day === day && one.start <= start && start < one.start + one.minutes);
    const seen = on.map((one) => compositions.get(keyProgramme(one)));
    expect(new Set(seen).size, `${String(day)} ${String(start)}`).toBe(on.length);
    expect(seen).not.toContain(undefined);
  }
});

test('each episode has a still of its own, and no two of a series have one composition', () => {
  const stills = new Map(jobs.flatMap((job) => (job.draw === 'still' ? [[job.name, job.subject.composition]] : [])));
  const ofSeries = catalogue.titles.flatMap(({ seasons }) =>
    seasons ? [seasons.flatMap((season) => season.episodes)] : [],
  );
  expect(ofSeries.length).toBeGreaterThan(20);
  for (const episodes of ofSeries) {
    const compositions = episodes.map(({ id }) => stills.get(`still-${String(id)}`));
    expect(compositions).not.toContain(undefined);
    expect(new Set(compositions).size).toBe(episodes.length);
  }
});

test('channels do not look alike', () => {
  const logos = jobs.filter((job) => job.draw === 'logo').map((job) => drawSvg(job).replace(/#[0-9a-f]{6}/g, ''));
  expect(new Set(logos).size).toBe(logos.length);
});

describe('the dominant colour of a picture', () => {
  const flat = (...colours: [number, number, number][]) =>
    Uint8Array.from(colours.flatMap((colour) => Array.from({ length: 700 }, () => [...colour, 255]).flat()));

  test('is what covers most of it, not the mean', () => {
    const [red, blue]: [number, number, number][] = [
      [200, 30, 40],
      [30, 60, 200],
    ];
    if (!red || !blue) throw new Error('no colours');
    expect(findDominantColour(flat(red, red, blue))).toBe(nameColour(red));
    expect(findDominantColour(flat(blue, red, blue))).toBe(nameColour(blue));
    expect(() => findDominantColour(new Uint8Array())).toThrow();
  });

  test('is near to the colours of every kind of art', () => {
    for (const kind of ['poster', 'backdrop', 'still', 'portrait', 'cover', 'logo']) {
      for (const job of jobs.filter(({ draw: wanted }) => wanted === kind).slice(0, 12)) {
        const { pixels } = rasterise(drawSvg(job));
        const colour = readColour(findDominantColour(pixels));
        if (!colour) throw new Error('no colour');
        let near = 0;
        for (let at = 0; at < pixels.length; at += 400)
          if (distance([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0], colour) < 0.12) near += 1;
        expect(near / (pixels.length / 400), job.name).toBeGreaterThan(0.12);
      }
    }
  });

  test('has one name, whatever was named before it', () => {
    // Colours of one lookup: the first one that was asked for decided for all of them.
    for (let value = 0; value < 2 ** 18; value += 97) {
      const [red, green, blue] = [(value >> 12) << 2, ((value >> 6) & 63) << 2, (value & 63) << 2];
      expect(nameColour([red + 3, green, blue + 3])).toBe(nameColour([red, green + 3, blue]));
    }
    const middle = toOklab([130, 66, 198]);
    const nearest = Object.keys(HUES)
      .flatMap((hue) => Object.keys(TONES).map((tone) => hue + tone))
      .map((letters) => ({ letters, colour: readColour(letters) ?? [0, 0, 0] }))
      .map(({ letters, colour }) => ({
        letters,
        far: Math.hypot(
          ...toOklab([...colour] as [number, number, number]).map((part, at) => part - (middle[at] ?? 0)),
        ),
      }))
      .sort((one, other) => one.far - other.far)[0];
    expect(nameColour([128, 67, 199])).toBe(nearest?.letters);
  });

  test('of any colour has a name near to it', () => {
    for (let red = 0; red < 256; red += 51)
      for (let green = 0; green < 256; green += 51)
        for (let blue = 0; blue < 256; blue += 51) {
          const colour = readColour(nameColour([red, green, blue]));
          expect(colour && distance([red, green, blue], colour), String([red, green, blue])).toBeLessThan(0.2);
        }
  });

  test('stands in the key of art, and only such letters do', () => {
    for (const hue of Object.keys(HUES))
      for (const tone of Object.keys(TONES)) expect(artKind(`poster-52-${hue}${tone}0a1b2c`)).toBe('poster');
    expect(artKind('poster-52-0a1b2c3d')).toBe('poster');
    for (const key of ['poster-52-QA0a1b2c', 'poster-52-A00a1b2c', 'poster-52-aq0a1b2c', 'poster-52-AQ0a1b2c3d'])
      expect(artKind(key), key).toBeNull();
    expect(readColour('QA')).toBeNull();
  });

  test('is that of the style sheet', () => {
    const css = readFileSync('src/shell/tokens.css', 'utf8');
    const hues = Array.from(css.matchAll(/\[src\*='([A-P])'\] \{\s*--h: (\d+);/g), ([, letter, hue]) => [
      letter,
      Number(hue),
    ]);
    expect(Object.fromEntries(hues)).toEqual(HUES);
    const tones = Array.from(
      css.matchAll(/\[src\*='([Q-Z])'\] \{\s*--art: hsl\(var\(--h\) (\d+)% (\d+)%\);/g),
      ([, letter, saturation, lightness]) => [letter, [Number(saturation), Number(lightness)]],
    );
    expect(Object.fromEntries(tones)).toEqual(TONES);
  });
});
