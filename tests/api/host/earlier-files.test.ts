import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStaticFiles } from '../../../src/host/node/http/static-files.ts';
import { keepHashedFiles } from '../../../src/host/node/run/earlier-files.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const inFolder = useTemporaryFolder();
const DAY_MS = 24 * 3600 * 1000;
const NOW = new Date();
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const OLD = '_astro/Search.AAAAAAAA.js';
const OLD_STYLE = 'parts/AAAAAAAAAAAA.css';

let count = 0;
let stored: string;
beforeEach(() => {
  count += 1;
  stored = inFolder(`stored-${String(count)}`);
});

function writeFiles(folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(folder, name)), { recursive: true });
    fs.writeFileSync(join(folder, name), text);
  }
  return folder;
}
const writeClient = (name: string, files: Record<string, string>) =>
  writeFiles(inFolder(`${name}-${String(count)}`), { _headers: fs.readFileSync('public/_headers', 'utf8'), ...files });
const listStored = () =>
  fs.existsSync(stored)
    ? fs
        .readdirSync(stored, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes('.'))
        .sort()
    : [];
const readFrom = (client: string, path: string, headers: Record<string, string> = {}) =>
  openStaticFiles(client, stored).fetch(new Request(`http://localhost${path}`, { headers }));

describe('hashed files of earlier builds', () => {
  it('are served as the build’s own, packed too, and nothing else of that build is', async () => {
    const a = writeClient('a', {
      ...{ [OLD]: 'old', [`${OLD}.br`]: 'packed', [OLD_STYLE]: 'p{}', 'sw.js': 'old worker' },
      ...{ '_astro/code.js': 'no hash', 'parts/short.css': 'x', 'fonts/vazirmatn.woff2': 'font', 'icon.svg': '<svg/>' },
    });
    const b = writeClient('b', { '_astro/Search.BBBBBBBB.js': 'new' });
    keepHashedFiles(a, stored, NOW);
    keepHashedFiles(b, stored, NOW);
    expect(listStored()).toEqual([OLD, `${OLD}.br`, '_astro/Search.BBBBBBBB.js', OLD_STYLE]);
    const plain = readFrom(b, `/${OLD}`);
    expect([await plain.text(), plain.headers.get('content-type')]).toEqual(['old', 'text/javascript; charset=utf-8']);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const packed = readFrom(b, `/${OLD}`, { 'accept-encoding': 'br' });
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['br', 'packed']);
    expect(readFrom(b, `/${OLD_STYLE}`).headers.get('cache-control')).toContain('immutable');
  });

  it('go 30 days after their replacement, not after their build, and come back with their build', async () => {
    const a = writeClient('a', { [OLD]: 'old' });
    const b = writeClient('b', { '_astro/Search.BBBBBBBB.js': 'new' });
    keepHashedFiles(a, stored, NOW);
    keepHashedFiles(b, stored, inDays(100));
    keepHashedFiles(b, stored, inDays(129));
    expect(listStored()).toContain(OLD);
    keepHashedFiles(a, stored, inDays(129));
    keepHashedFiles(b, stored, inDays(129));
    keepHashedFiles(b, stored, inDays(158));
    expect(listStored()).toContain(OLD);
    keepHashedFiles(b, stored, inDays(160));
    expect(listStored()).toEqual(['_astro/Search.BBBBBBBB.js']);
  });

  it('are never half a file: a copy that ended early is not served, and a damaged one is written again', async () => {
    const a = writeClient('a', { [OLD]: 'old' });
    const b = writeClient('b', { '_astro/Search.BBBBBBBB.js': 'new' });
    const left = `${OLD}.0123-4567.tmp`;
    writeFiles(stored, { [OLD]: '', [left]: 'ol' });
    keepHashedFiles(a, stored, NOW);
    keepHashedFiles(b, stored, NOW);
    expect(await readFrom(b, `/${OLD}`).text()).toBe('old');
    expect(readFrom(b, `/${left}`).status).toBe(404);
    keepHashedFiles(b, stored, inDays(31));
    expect(listStored()).toEqual(['_astro/Search.BBBBBBBB.js']);
  });

  it('do not hinder the start where the folder cannot be used', async () => {
    const a = writeClient('a', { [OLD]: 'old' });
    fs.writeFileSync(stored, 'a file in the place of the folder');
    expect(() => keepHashedFiles(a, stored, NOW)).not.toThrow();
    expect(await readFrom(a, `/${OLD}`).text()).toBe('old');
    expect(readFrom(a, '/_astro/Search.CCCCCCCC.js').status).toBe(404);
  });
});

it('two builds whose processes start at once keep the files of both, whole', async () => {
  const text = 'text '.repeat(20_000);
  const clients = ['a', 'b'].map((name) => {
    const names = Array.from({ length: 8 }, (_, index) => `_astro/${name}${String(index)}.AAAAAAAA.js`);
    return writeClient(name, Object.fromEntries(names.map((path) => [path, text])));
  });
  const program = `import { keepHashedFiles } from ${JSON.stringify(import.meta.resolve('../../../src/host/node/run/earlier-files.ts'))};
    const [client, folder] = process.argv.slice(1);
    keepHashedFiles(client, folder, new Date());`;
  const starts = [...clients, ...clients].map((client) =>
    run(process.execPath, ['--input-type=module', '--eval', program, client, stored]),
  );
  for (const { stderr } of await Promise.all(starts)) expect(stderr).toBe('');
  expect(listStored()).toHaveLength(16);
  for (const name of listStored()) expect(fs.readFileSync(join(stored, name), 'utf8'), name).toBe(text);
});
