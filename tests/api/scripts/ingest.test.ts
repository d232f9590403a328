// @module-tag full
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requirePrograms } from '../../../tools/lib/system.ts';
import { start } from '../../../tools/lib/processes.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { readRenditions } from '@pardeh/hls/master-playlist';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { CONTEXT } from '../../support/site/execution-context.ts';
import { makeLocalState, type LocalState } from '../../support/site/local-state.ts';
import { makeFdkPath } from '../../support/media/use-fdk-ffmpeg.ts';
import { folderFor, GUEST, guestCookie, KEY } from '../../support/media/media.ts';

const SECONDS = 6;
const FRAMES = 24 * SECONDS;
/** A film of the demo catalogue. */
const TITLE = 'movie/52';

let state: LocalState;
let folder: string;
let clip: string;
let subtitles: string;
beforeAll(async () => {
  requirePrograms('ffmpeg');
  state = await makeLocalState();
  folder = mkdtempSync(join(tmpdir(), 'pardeh-ingest-test-'));
  clip = join(folder, 'clip.mp4');
  ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=24:duration=${String(SECONDS)}`],
    ...['-f', 'lavfi', '-i', `sine=440:duration=${String(SECONDS)}`, '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-c:a', 'aac', '-metadata:s:a:0', 'language=per', clip],
  );
  subtitles = join(folder, 'fa.srt');
  // «.سلام» in Windows-1256, its full stop in front as old players wanted it.
  writeFileSync(subtitles, '1\r\n00:00:01,000 --> 00:00:02,500\r\n');
  appendFileSync(subtitles, Uint8Array.from([0x2e, 0xd3, 0xe1, 0xc7, 0xe3]));
});
afterAll(async () => {
  await state.remove();
  rmSync(folder, { recursive: true, force: true });
});

function ffmpeg(...args: string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', '-y', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Runs the command; `until` ends it, as Ctrl-C does, once the output holds that. */
async function ingest(args: string[], { until = '', env = {} }: { until?: string; env?: Record<string, string> } = {}) {
  let output = '';
  const { child, ended } = start(process.execPath, ['scripts/ingest.ts', ...args], {
    env: { STATE_DIR: state.dir, INGEST_DIR: join(folder, 'work'), ...env },
    onOutput: (text: string) => {
      output += text;
      if (until !== '' && output.includes(until)) child.kill('SIGTERM');
    },
  });
  return { code: await ended, output };
}

const readMedia = (env: Env) => env.DB.prepare('SELECT media FROM titles WHERE id = 52').first<string>('media');

describe('what cannot be ingested is said in words', () => {
  test('no video, no such title, no ffmpeg', async () => {
    const text = join(folder, 'text.mp4');
    writeFileSync(text, 'no film');
    const common = join(folder, 'common');
    mkdirSync(common);
    for (const tool of ['ffmpeg', 'ffprobe'])
      writeFileSync(join(common, tool), "#!/bin/sh\necho ' V....D libx264'\n", { mode: 0o755 });
    const fdk = makeFdkPath(join(folder, 'fdk'));
    const cases: [args: string[], said: string, env?: Record<string, string>][] = [
      [[text, '--title', TITLE], 'is not a video'],
      [[clip, '--title', 'movie/999999'], 'The catalogue has no movie 999999'],
      [[clip, '--title', 'episode/52'], 'The catalogue has no episode 52'],
      [[clip, '--title', TITLE, '--subs', `fa=${join(folder, 'none.srt')}`], 'There is no file'],
      [[clip, '--title', TITLE], 'Nothing was published: ', { INGEST_DIR: text }],
      [[clip, '--title', TITLE], 'ffmpeg was not found', { PATH: '/nowhere' }],
      [[clip, '--title', TITLE, '--he-aac'], 'built without libfdk_aac; its licence keeps it out', { PATH: common }],
      [[clip, '--title', TITLE, '--he-aac'], 'delays sound by 0.135 s and not by 0.105', { PATH: fdk, FDK_LATE: '30' }],
    ];
    for (const [args, message, env] of cases) {
      const { code, output } = await ingest(args, { env });
      expect(output).toContain(message);
      expect(output).not.toContain('    at ');
      expect(code).toBe(1);
    }
    expect(existsSync(join(folder, 'work'))).toBeFalsy();
  });
});

test('two films at once are both published', async () => {
  const films = ['first', 'second'].map((name, at) => {
    const file = join(folder, `${name}.mp4`);
    ffmpeg('-f', 'lavfi', '-i', `testsrc2=size=${at === 0 ? '128x72' : '72x128'}:rate=24:duration=2`, file);
    return file;
  });
  const runs = await Promise.all(films.map((file, at) => ingest([file, '--title', `movie/${String(53 + at)}`])));
  for (const { code, output } of runs) {
    expect(output).toContain('plays.');
    expect(code).toBe(0);
  }
  await state.inside(async ({ DB, MEDIA }) => {
    const sql = 'SELECT id, media FROM titles WHERE id IN (53, 54) ORDER BY id';
    const { results } = await DB.prepare(sql).all<{ id: number; media: string }>();
    const masters = await Promise.all(
      results.map(async ({ media }) => (await MEDIA.get(`video/${media}/master.m3u8`))?.text()),
    );
    expect(results.map(({ id, media }) => media.startsWith(`movie-${String(id)}-`))).toEqual([true, true]);
    expect(masters[0]).toContain('RESOLUTION=128x72');
    expect(masters[1]).toContain('RESOLUTION=72x128');
  });
});

describe('a film file', () => {
  const args = () => [clip, '--title', TITLE, '--subs', `fa=${subtitles}`];

  test('becomes a title that plays, also when it was stopped on the way', async () => {
    const before = await state.inside(readMedia);
    const stopped = await ingest(args(), { until: '%, audio,' });
    expect(stopped.output).toContain('Stopped. Run the same command again to go on.');
    expect(stopped.code).toBe(1);
    expect(await state.inside(readMedia)).toBe(before);
    const [name = ''] = readdirSync(join(folder, 'work')).filter((entry) => entry.startsWith('movie-'));

    const { code, output } = await ingest(args());
    expect(output).toMatch(/\d+ %, upload, .* left/);
    // Steps that the first run has finished are not repeated.
    expect(output).not.toMatch(/%, (check|picture)/);
    expect(output).toContain('plays.');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'work'))).toEqual([]);
    await state.inside(async (env) => {
      expect(await readMedia(env)).toBe(name);
      expect(await env.CONFIG.get(CATALOGUE_VERSION_KEY)).toMatch(/^ingest-/);
      await plays(env, name);
      await downloads(env, name);
    });
  });

  test('becomes the trailer of a title, which plays and sells what it did', async () => {
    const readSold = async (env: Env) =>
      (await env.DB.prepare('SELECT file FROM downloads ORDER BY file').all<{ file: string }>()).results;
    const [media, sold] = await state.inside(async (env) => [await readMedia(env), await readSold(env)] as const);
    const { code, output } = await ingest([clip, '--title', TITLE, '--trailer']);
    expect(output).toContain('has a trailer.');
    expect(code).toBe(0);
    await state.inside(async (env) => {
      expect(await readMedia(env)).toBe(media);
      expect(await readSold(env)).toEqual(sold);
      const row = await env.DB.prepare('SELECT trailer FROM all_titles WHERE id = ?')
        .bind(Number(TITLE.split('/')[1]))
        .first<{ trailer: string }>();
      expect(row?.trailer).toMatch(/^movie-\d+-[0-9a-f]{10}-trailer$/);
      expect(await env.MEDIA.head(`video/${row?.trailer ?? ''}/master.m3u8`)).not.toBeNull();
      expect((await env.MEDIA.list({ prefix: `download/${row?.trailer ?? ''}` })).objects).toEqual([]);
    });
  });

  /** Everything that the master playlist leads to is there, through the Worker, and decodes. */
  async function plays(env: Env, name: string): Promise<void> {
    const base = await folderFor(GUEST, { folder: name });
    const requestFile = async (path: string) => {
      const request = new Request(`https://pardeh.test${base}/${path}`, { headers: { cookie: guestCookie(GUEST) } });
      const response = await serveMedia(request, { ...env, MEDIA_SIGNING_KEY: KEY }, CONTEXT);
      expect(response.status, path).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    const read = async (path: string) => new TextDecoder().decode(await requestFile(path));
    const master = readRenditions(await read('master.m3u8'));
    expect(master.renditions.map(({ height }) => height)).toEqual([240, 360]);
    expect(master.subtitles.map(({ language }) => language)).toEqual(['fa']);
    expect(await read('master.m3u8?audio=1')).toContain('audio/index.m3u8');
    const parts: number[] = [];
    for (const rendition of ['240p', '360p', 'audio']) {
      const playlist = await read(`${rendition}/index.m3u8`);
      const files = playlist.split('\n').filter((line) => /^seg-\d+\.m4s$/.test(line));
      const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, value]) => Number(value));
      expect(lengths.reduce((sum, value) => sum + value, 0)).toBeCloseTo(SECONDS, 0);
      parts.push(files.length);
      const joinedFile = join(folder, `${rendition}.mp4`);
      writeFileSync(joinedFile, await requestFile(`${rendition}/init.mp4`));
      for (const file of files) appendFileSync(joinedFile, await requestFile(`${rendition}/${file}`));
      if (rendition !== 'audio') expect(countFrames(joinedFile)).toBe(FRAMES);
    }
    expect(parts).toEqual([3, 3, 3]);
    expect(await read('subs/fa.m3u8')).toContain('fa/seg-0.vtt');
    expect(await read('subs/fa.vtt')).toContain('\u200fسلام.\u200f');
    const board = await read('storyboard.vtt');
    expect(board).toContain('storyboard-0.jpg#xywh=0,0,160,90');
    expect((await requestFile('storyboard-0.jpg')).subarray(0, 2)).toEqual(Uint8Array.from([0xff, 0xd8]));
  }

  async function downloads(env: Env, name: string): Promise<void> {
    const { results } = await env.DB.prepare(
      'SELECT quality, bytes, toman, file, subtitles FROM downloads WHERE title_id = 52 ORDER BY bytes',
    ).all<{ quality: string; bytes: number; toman: number; file: string; subtitles: string }>();
    expect(results.map(({ quality }) => quality)).toEqual(['240p', '360p']);
    const facts = await env.DB.prepare('SELECT * FROM media_facts WHERE media = ?').bind(name).first();
    expect(facts).toEqual({ media: name, sounds: '["fa"]', subtitles: '["fa"]', height: 360 });
    const frame = await env.DB.prepare('SELECT art, art_en, backdrop FROM titles WHERE id = 52').first<
      Record<string, string>
    >();
    expect(frame?.['backdrop']).toMatch(/^backdrop-[0-9a-f]{16}-/);
    expect(frame?.['art']).not.toBe(frame?.['art_en']);
    for (const column of ['art', 'art_en'])
      expect(await env.MEDIA.head(`img/${frame?.[column] ?? ''}-240.avif`), column).not.toBeNull();
    for (const { quality, bytes, toman, file, subtitles: languages } of results) {
      expect(file).toBe(`download/${name}/${quality}.mp4`);
      expect(languages).toBe('["fa"]');
      expect(toman % 1000).toBe(0);
      const stored = new Uint8Array((await (await env.MEDIA.get(file))?.arrayBuffer()) ?? new ArrayBuffer(0));
      expect(stored.byteLength).toBe(bytes);
      const latin = new TextDecoder('latin1').decode(stored);
      expect(latin.indexOf('moov')).toBeLessThan(latin.indexOf('mdat'));
      const download = join(folder, 'download.mp4');
      writeFileSync(download, stored);
      expect(countFrames(download)).toBe(FRAMES);
    }
  }

  function countFrames(file: string): number {
    const counted = ['-loglevel', 'error', '-count_frames', '-select_streams', 'v', '-of', 'csv=p=0'];
    const { stdout } = spawnSync('ffprobe', [...counted, '-show_entries', 'stream=nb_read_frames', file], {
      encoding: 'utf8',
    });
    return Number.parseInt(stdout, 10);
  }
});
