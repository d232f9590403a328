import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBucket } from '../../../tools/ingest/bucket.ts';
import type { PictureBucket } from '../../../tools/import/art/picture-store.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { quickSearch } from '../../../src/features/search/contract.ts';
import { artKind } from '../../../src/platform/image-widths.ts';
import { callApi, film, openImportBench, type ImportBench } from '../../support/database/import-bench.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();
let bench: ImportBench;
let bucket: PictureBucket;
let puts: string[];
beforeAll(async () => {
  bench = await openImportBench();
  const files = await openBucket({ data: inFolder('data') });
  bucket = { ...files, put: (key, bytes) => (puts.push(key), files.put(key, bytes)), close: async () => undefined };
  await Promise.all([
    save('a/poster.jpg', paint(600, 900, '#c02020').jpeg()),
    save('a/backdrop.png', paint(1600, 900, '#2040c0').png()),
    save('a/name.png', paint(900, 300, '#ffffff80').png()),
    save('a/still.webp', paint(1280, 720, '#20a040').webp()),
    save('a/face.jpg', paint(400, 400, '#a08060').jpeg()),
  ]);
});
afterAll(() => bench.close());

const paint = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: background.length > 7 ? 4 : 3, background } });

async function save(name: string, picture: Sharp): Promise<void> {
  const file = inFolder('rows', name);
  mkdirSync(dirname(file), { recursive: true });
  await picture.toFile(file);
}

function load(rows: readonly object[], options: Partial<Parameters<ImportBench['load']>[1]> = {}) {
  puts = [];
  const file = inFolder('rows', 'rows.jsonl');
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return bench.load(file, { openBucket: async () => bucket, ...options });
}

const readTitle = (externalId: string) =>
  bench.inside(({ DB }) =>
    DB.prepare('SELECT t.* FROM all_titles t JOIN imported_titles i ON i.title_id = t.id WHERE i.external_id = ?')
      .bind(externalId)
      .first<Record<string, string | null>>(),
  );

describe('pictures', () => {
  test('of a row are stored in all widths and formats, and the title, its stills and its people have their keys', async () => {
    const row = film('art-1', {
      ...{ poster: 'a/poster.jpg', poster_en: 'a\\poster.jpg', backdrop: 'a/backdrop.png', focus_x: 30, focus_y: 40 },
      ...{ logo_fa: 'a/name.png', logo_en: 'a/name.png', stills: ['a/still.webp', 'a/backdrop.png'] },
      cast: [{ name_fa: 'پروین نگارنده', portrait: 'a/face.jpg' }],
    });
    const { counts, report } = await load([row]);
    expect(report.filter((line) => !line.includes('no Latin'))).toEqual([]);
    expect(counts).toMatchObject({ added: 1 });
    const title = await readTitle('art-1');
    expect(title).toMatchObject({ art: title?.['art_en'], logo_fa: title?.['logo_en'], focus_x: 30, focus_y: 40 });
    expect(['art', 'backdrop', 'logo_fa'].map((column) => artKind(title?.[column] ?? ''))).toEqual([
      'poster',
      'backdrop',
      'wordmark',
    ]);
    const art = title?.['art'] ?? '';
    expect(art).toMatch(/^poster-[0-9a-f]{16}-[AP][Q-Z][0-9a-f]{6}$/);
    const widths = ['180', '240', '336', '480'].flatMap((width) =>
      ['avif', 'webp', 'jpg'].map((format) => `${width}.${format}`),
    );
    expect(puts.filter((key) => key.includes(art))).toEqual([
      `source/${art}.json`,
      ...widths.map((size) => `img/${art}-${size}`),
      `img/${art}-social.jpg`,
      `art/${art}.png`,
    ]);
    expect(puts.filter((key) => key.startsWith('original/'))).toHaveLength(6);
    const small = await sharp(inFolder('data', 'media', `img/${art}-240.avif`)).metadata();
    expect(small).toMatchObject({ width: 240, height: 360, format: 'heif' });
    await bench.inside(async (env) => {
      const stills = await env.DB.prepare('SELECT picture FROM title_stills WHERE title_id = ? ORDER BY position')
        .bind(title?.['id'])
        .all();
      expect(stills.results.map(({ picture }) => artKind(String(picture)))).toEqual(['still', 'still']);
      const { data } = await callApi(env, getTitle, { kind: 'movie', id: Number(title?.['id']) });
      expect(artKind(data.cast[0]?.art ?? '')).toBe('portrait');
      const matches = (await callApi(env, quickSearch, { query: 'Dome art-1' })).data;
      expect(matches[0]).toMatchObject({ art });
      expect((await callApi(env, quickSearch, { query: 'پروین نگارنده' })).data[0]?.art).toBe(data.cast[0]?.art);
    });
    expect((await load([row])).counts).toMatchObject({ unchanged: 1 });
    expect(puts).toEqual([]);
    // A row that names no pictures keeps those that the title has.
    await load([film('art-1', { year: 1398 })]);
    expect(await readTitle('art-1')).toMatchObject({ art, backdrop: title?.['backdrop'] });
  });

  test('lose their EXIF and stand upright, and the original is stored as it is', async () => {
    await save(
      'turned.jpg',
      paint(900, 600, '#808080')
        .withExif({ IFD0: { Copyright: 'secret-place' } })
        .withMetadata({ orientation: 6 })
        .jpeg(),
    );
    await load([film('turned', { poster: 'turned.jpg' })]);
    const key = (await readTitle('turned'))?.['art'] ?? '';
    const master = await sharp(inFolder('data', 'media', `art/${key}.png`)).metadata();
    expect(master).toMatchObject({ width: 600, height: 900 });
    expect([master.exif, master.orientation]).toEqual([undefined, undefined]);
    const [original = ''] = puts;
    expect((await sharp(inFolder('data', 'media', original)).metadata()).orientation).toBe(6);
  });

  test('of 16 bits, of CMYK and with alpha are read as what they show', async () => {
    await save('deep.png', paint(480, 720, '#3060a0').toColourspace('rgb16').png());
    await save('print.jpg', paint(480, 720, '#3060a0').toColourspace('cmyk').jpeg());
    await save('clear.png', paint(480, 720, '#3060a0ff').png());
    const names = ['deep.png', 'print.jpg', 'clear.png'];
    const { report } = await load(names.map((poster) => film(`form-${poster}`, { poster })));
    expect(report).toEqual([]);
    for (const name of names) {
      const key = (await readTitle(`form-${name}`))?.['art'] ?? '';
      const { channels } = await sharp(inFolder('data', 'media', `art/${key}.png`)).stats();
      const distances = [48, 96, 160].map((value, at) => Math.abs(value - (channels[at]?.mean ?? 0)));
      // A CMYK file without a profile gets one, which moves colours a little.
      expect(Math.max(...distances), name).toBeLessThan(32);
    }
  });

  test('are stored once for a thousand titles', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => film(`same-${String(at)}`, { poster: 'a/poster.jpg' }));
    const { counts } = await load(rows);
    expect(counts).toMatchObject({ added: 1000 });
    expect(puts).toEqual([]);
  });

  test('of a folder are named by the external id, and the row goes before them', async () => {
    await save('../art/x_17/poster.jpg', paint(400, 600, '#10a0a0').jpeg());
    await save('../art/x_17/still-2.png', paint(640, 360, '#101010').png());
    await save('../art/x_17/still-1.png', paint(640, 360, '#f0f0f0').png());
    await save('../art/people/Nadia Farrokhzadeh.jpg', paint(300, 300, '#a0a000').jpeg());
    await save('../art/show_s1e1/still.jpg', paint(640, 360, '#a000a0').jpeg());
    const episode = { kind: 'episode', series: 'show', season: 1, number: 1 };
    const rows = [film('x:17', { cast: ['Nadia Farrokhzadeh'] }), film('show', { kind: 'series' }), episode];
    // Neither a file with the name of an id nor a name of JavaScript's own is taken for pictures.
    writeFileSync(inFolder('art', 'show'), '');
    await save('../art/x_17/constructor.jpg', paint(400, 600, '#10a0a0').jpeg());
    const { report } = await load(rows, { art: inFolder('art') });
    expect(report).toEqual([]);
    const title = await readTitle('x:17');
    expect(artKind(title?.['art'] ?? '')).toBe('poster');
    expect(artKind((await readTitle('show/s1e1'))?.['still'] ?? '')).toBe('still');
    await bench.inside(async ({ DB }) => {
      const stills = await DB.prepare('SELECT picture FROM title_stills WHERE title_id = ? ORDER BY position')
        .bind(title?.['id'])
        .all();
      expect(stills.results.map(({ picture }) => /-([A-P])([Q-Z])[0-9a-f]{6}$/.exec(String(picture))?.[2])).toEqual([
        'W',
        expect.stringMatching(/[QX]/),
      ]);
      const face = await DB.prepare("SELECT art FROM people WHERE name_en = 'Nadia Farrokhzadeh'").first<string>('art');
      expect(artKind(face ?? '')).toBe('portrait');
    });
    await load([film('x:17', { poster: 'a/poster.jpg' })], { art: inFolder('art') });
    expect((await readTitle('x:17'))?.['art']).not.toBe(title?.['art']);
  });

  test('that cannot be taken are left out and reported; the title is loaded', async () => {
    const write = (name: string, content: string | Uint8Array) => writeFileSync(inFolder('rows', name), content);
    const jpeg = await sharp({
      create: {
        width: 600,
        height: 900,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    write('cut.jpg', jpeg.subarray(0, jpeg.length / 2));
    write('empty.jpg', '');
    write('named.png', jpeg);
    write('drawn.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write('drawn.png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
    write('text.jpg', 'no picture');
    write('large.jpg', jpeg);
    truncateSync(inFolder('rows', 'large.jpg'), 20_000_001);
    writeFileSync(inFolder('outside.jpg'), jpeg);
    symlinkSync(inFolder('outside.jpg'), inFolder('rows', 'link.jpg'));
    symlinkSync(inFolder('rows', 'a', 'poster.jpg'), inFolder('rows', 'inner.jpg'));
    await save('thin.png', paint(200, 50_000, '#000000').png());
    await save('line.png', paint(1, 50_000, '#000000').png());
    await save('bomb.png', paint(8000, 9000, '#000000').png());
    const frames = await Promise.all(['#404040', '#f04040'].map((colour) => paint(200, 300, colour).png().toBuffer()));
    await save('moving.gif', sharp(frames, { join: { animated: true } }).gif());
    await save('moving.webp', sharp(frames, { join: { animated: true } }).webp());
    const paths = [
      ...[
        'cut.jpg',
        'empty.jpg',
        'named.png',
        'drawn.svg',
        'drawn.png',
        'text.jpg',
        'large.jpg',
        '../outside.jpg',
        'link.jpg',
      ],
      ...[
        '/etc/hosts',
        'https://x.test/a.jpg',
        'absent.jpg',
        'a',
        'thin.png',
        'line.png',
        'bomb.png',
        'moving.gif',
        'moving.webp',
        'inner.jpg',
      ],
    ];
    const { counts, report } = await load(paths.map((poster, at) => film(`bad-${String(at)}`, { poster })));
    expect(counts).toMatchObject({ added: paths.length, rejected: 0, remarked: paths.length - 1 });
    const reasons = report.map((line) => /"left out: (.*)","(.*)"$/.exec(line)?.slice(1, 3).toReversed().join(': '));
    expect(reasons.toSorted()).toEqual(
      [
        'cut.jpg: is damaged or cut off',
        'empty.jpg: is empty',
        'named.png: is JPEG, and its name ends in .png',
        'drawn.svg: is SVG: give JPEG, PNG, WebP or AVIF',
        'drawn.png: is SVG: give JPEG, PNG, WebP or AVIF',
        'text.jpg: is neither JPEG, PNG, WebP nor AVIF',
        'large.jpg: has more than 20 MB',
        '../outside.jpg: leaves the folder of the import',
        'link.jpg: leaves the folder of the import',
        '/etc/hosts: leaves the folder of the import',
        'https://x.test/a.jpg: is an address: pictures are files beside the import',
        'absent.jpg: there is no such file',
        'a: is not a file',
        'thin.png: is 200 × 50000 pixels: not the shape of a poster',
        'line.png: is 1 × 50000 pixels: a poster has at least 180 across',
        'bomb.png: has 8000 × 9000 pixels, and 40 million are the limit',
        'moving.gif: is GIF: give JPEG, PNG, WebP or AVIF',
        'moving.webp: is animated',
      ].toSorted(),
    );
    expect(await readTitle('bad-0')).toMatchObject({ art: null });
    const wrong = await load([film('bad-type', { poster: { a: 1 }, stills: 7 })]);
    expect(wrong.counts).toMatchObject({ rejected: 1 });
    expect(wrong.report).toEqual([
      '1,"poster",rejected,"neither a text nor a number","{""a"":1}"',
      '1,"stills",rejected,"not a list of paths","7"',
    ]);
  });

  test('that were cut off among their files are made again, and whole ones are not', async () => {
    const rows = await Promise.all(
      ['#111111', '#777777', '#eeeeee'].map(async (colour, at) => {
        await save(`cut-${String(at)}.jpg`, paint(480, 720, colour).jpeg());
        return film(`cut-${String(at)}`, { poster: `cut-${String(at)}.jpg` });
      }),
    );
    let left = 20;
    const dying: PictureBucket = {
      ...bucket,
      put: async (key, bytes) => {
        left -= 1;
        if (left < 0) throw new Error('the machine is gone');
        await bucket.put(key, bytes);
      },
    };
    await expect(
      load(rows, { openBucket: async () => dying, store: bench.openStore({ batchSize: 1 }) }),
    ).rejects.toThrow('gone');
    expect(await readTitle('cut-1')).toBeNull();
    expect((await load(rows)).counts).toMatchObject({ unchanged: 1, added: 2 });
    expect(puts.filter((key) => key.startsWith('art/'))).toHaveLength(2);
  });

  test('of a dry run are checked, and nothing is stored', async () => {
    const { counts, report } = await load([film('dry-art', { poster: 'a/poster.jpg', backdrop: 'empty.jpg' })], {
      dryRun: true,
    });
    expect(counts).toMatchObject({ added: 1, remarked: 1 });
    expect(report).toEqual(['1,"backdrop",warning,"left out: is empty","empty.jpg"', '1,"id",added,"","dry-art"']);
    expect(puts).toEqual([]);
  });
});
