import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanHashedFiles, writeFileList, type HashedFile } from '../../../tools/lib/hashed-files.ts';
import { keepFrom } from '../../../tools/earlier-files/keep-from.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();
const DAY_MS = 24 * 3600 * 1000;
const NOW = new Date('2026-11-25T12:00:00.000Z');
const SCRIPT = 'export const build = "a";';
const STYLE = 'a{}';
const hash = (text: string) => createHash('sha256').update(text).digest('base64');
const STYLE_PATH = `parts/${hash(STYLE).slice(0, 12).replaceAll('+', '-').replaceAll('/', '_')}.css`;
const SCRIPT_PATH = '_astro/Search.AAAAAAAA.js';
const describeFile = (path: string, text: string, replacedAt: string | null = null): HashedFile => {
  return { path, bytes: text.length, sha256: hash(text), replacedAt };
};
const LISTED = [describeFile(SCRIPT_PATH, SCRIPT), describeFile(STYLE_PATH, STYLE)];

type Answer = (answer: ServerResponse) => void;
const send =
  (type: string, body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): Answer =>
  (answer) =>
    answer.writeHead(status, { 'content-type': type, ...headers }).end(body);
const sendList = (files: unknown): Answer => send('application/json', JSON.stringify({ files }));

/** The running site: by path. Each test gives its own answers. */
let answers: Record<string, Answer> = {};
const requests: string[] = [];
const server = createServer(({ url = '' }, answer) => {
  requests.push(url);
  (answers[url] ?? send('text/html', 'none', 404))(answer);
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const SITE = {
  '/hashed-files.json': sendList(LISTED),
  [`/${SCRIPT_PATH}`]: send('text/javascript; charset=utf-8', SCRIPT),
  [`/${STYLE_PATH}`]: send('text/css; charset=utf-8', STYLE),
};

let count = 0;
/** The client's files of a new build with one script of its own. */
function writeNewBuild(): string {
  count += 1;
  const client = inFolder(`build-${String(count)}`);
  mkdirSync(join(client, '_astro'), { recursive: true });
  mkdirSync(join(client, 'parts'));
  writeFileSync(join(client, '_astro/Search.BBBBBBBB.js'), 'new');
  writeFileList(client, scanHashedFiles(client));
  return client;
}
const readList = (client: string) =>
  (JSON.parse(readFileSync(join(client, 'hashed-files.json'), 'utf8')) as { files: HashedFile[] }).files;
const listFiles = (client: string) => readdirSync(client, { recursive: true, encoding: 'utf8' }).sort();

describe('a build that keeps the running site’s files', () => {
  it('has them beside its own, drops them 30 days after their replacement, and loads none twice', async () => {
    const client = writeNewBuild();
    answers = SITE;
    expect(await keepFrom(origin, client, NOW)).toContain('2 (1 kB), 2 loaded, 0 dropped');
    expect(readFileSync(join(client, SCRIPT_PATH), 'utf8')).toBe(SCRIPT);
    expect(readFileSync(join(client, STYLE_PATH), 'utf8')).toBe(STYLE);
    const replacedAt = NOW.toISOString();
    expect(readList(client)).toEqual([
      { ...describeFile('_astro/Search.BBBBBBBB.js', 'new'), replacedAt: null },
      ...LISTED.map((file) => ({ ...file, replacedAt })),
    ]);
    requests.length = 0;
    const soon = new Date(NOW.getTime() + DAY_MS);
    answers = { ...SITE, '/hashed-files.json': sendList(readList(client)) };
    await keepFrom(origin, client, soon);
    expect(requests).toEqual(['/hashed-files.json']);
    expect(readList(client).map((file) => file.replacedAt)).toEqual([null, replacedAt, replacedAt]);
    expect(await keepFrom(origin, client, new Date(NOW.getTime() + 30 * DAY_MS))).toContain('0 loaded, 2 dropped');
    expect(listFiles(client)).toEqual(['_astro', '_astro/Search.BBBBBBBB.js', 'hashed-files.json', 'parts']);
  });

  it('is built as it is where the site has no list yet', async () => {
    const client = writeNewBuild();
    answers = {};
    expect(await keepFrom(`${origin}/`, client, NOW)).toContain('has no hashed-files.json yet');
    expect(readList(client)).toHaveLength(1);
  });
});

const [script, style] = LISTED as [HashedFile, HashedFile];
const withScript = (answer: Answer) => ({ ...SITE, [`/${SCRIPT_PATH}`]: answer });
const withList = (answer: Answer) => ({ ...SITE, '/hashed-files.json': answer });
const PATHS = ['../server/entry.mjs', '_astro/../x.AAAAAAAA.js', '/_astro/x.AAAAAAAA.js', 'https://evil.example/x.js'];
const MORE_PATHS = [
  '_astro/x.js',
  'sw.js',
  '_headers',
  '_astro/x.AAAAAAAA.html',
  '_astro\\x.AAAAAAAA.js',
  '_astro/x\0.AAAAAAAA.js',
];

describe('refuses with a reason and writes nothing, where', () => {
  it.each<[string, Record<string, Answer>, string]>([
    ['the list is an HTML page', withList(send('text/html', '<p>')), 'the type is text/html'],
    ['the list is no JSON', withList(send('application/json', '<p>')), 'not a list of hashed files'],
    ['the list is cut', withList(send('application/json', '{"files":[{"pa')), 'not a list of hashed files'],
    ['the list has another form', withList(sendList([{ path: SCRIPT_PATH }])), 'not a list of hashed files'],
    ['the list is huge', withList(send('application/json', ' '.repeat(3 * 2 ** 20))), 'more than 2097152 bytes'],
    ['the list fails', withList(send('text/html', 'x', 500)), 'status 500'],
    [
      'the list is elsewhere',
      withList(send('text/html', '', 302, { location: 'https://evil.example/' })),
      'evil.example',
    ],
    ['the connection breaks in the list', withList((answer) => answer.destroy()), 'no answer'],
    ...[...PATHS, ...MORE_PATHS].map((path): [string, Record<string, Answer>, string] => [
      `the list names ${JSON.stringify(path)}`,
      withList(sendList([{ ...script, path }])),
      'A path is not that of a hashed file',
    ]),
    ['a part has another hash', withList(sendList([{ ...style, sha256: script.sha256 }])), 'not named by its hash'],
    ['a size is too large', withList(sendList([{ ...script, bytes: 9 * 2 ** 20 }])), 'not a list of hashed files'],
    ['a file is an HTML page', withScript(send('text/html', SCRIPT)), 'the type is text/html'],
    ['a file is missing', withScript(send('text/html', 'none', 404)), 'answers 404'],
    ['a file is elsewhere', withScript(send('text/html', '', 301, { location: '/x' })), 'status 301, to /x'],
    ['a file is longer', withScript(send('text/javascript', `${SCRIPT} `)), 'more than 25 bytes'],
    [
      'a file unpacks to more',
      withScript(send('text/javascript', gzipSync(' '.repeat(9e6)), 200, { 'content-encoding': 'gzip' })),
      'more than 25 bytes',
    ],
    ['a file has other content', withScript(send('text/javascript', SCRIPT.replace('a', 'b'))), 'its content is not'],
    ['a file is shorter', withScript(send('text/javascript', SCRIPT.slice(1))), 'its content is not'],
    [
      'a file breaks off',
      withScript((answer) => {
        answer.writeHead(200, { 'content-type': 'text/javascript', 'content-length': '25' });
        answer.write('ex', () => answer.destroy());
      }),
      'broke off',
    ],
  ])('%s', async (_, site, reason) => {
    const client = writeNewBuild();
    const [files, list] = [listFiles(client), readList(client)];
    answers = site;
    await expect(keepFrom(origin, client, NOW)).rejects.toThrow(reason);
    expect([listFiles(client), readList(client)]).toEqual([files, list]);
  });

  it.each([
    'http://pardeh.example',
    'ftp://x',
    'x',
    'https://a:b@pardeh.example',
    'https://pardeh.example/fa',
    'file:///',
  ])('the site is %s', async (address) => {
    await expect(keepFrom(address, writeNewBuild(), NOW)).rejects.toThrow('the origin of the running site is needed');
  });

  it('nobody answers', async () => {
    await expect(keepFrom('http://127.0.0.1:1', writeNewBuild(), NOW)).rejects.toThrow('no answer');
  });
});
