// @module-tag full
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { NODE_BUILD } from '../../../tools/lib/build.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { listDifferences } from '../../../tools/pack/build-twice.ts';
import { listPackages, SOURCES, writeArchive } from '../../../tools/pack/pack-offline.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { addRow, addRows } from '../../support/database/rows.ts';

/** The archive of `npm run pack:offline`, without the build and Node, which make it large. */
const inFolder = useTemporaryFolder();
const FILES: [string, string, number][] = [
  ['a/one.txt', 'one', 0o644],
  ['a/two with a space.txt', 'two', 0o644],
  ['b.sh', '#!/bin/sh', 0o755],
  ['deploy/pardeh', '#!/bin/sh', 0o755],
  ['پرده.txt', 'سه', 0o644],
];
const NAMES = FILES.map(([name]) => name).sort();

/** As another machine has them: made in another order, at another time, with other rights of groups. */
function write(folder: string, files: typeof FILES, at: number, rights: number): void {
  for (const [name, text, mode] of files) {
    const file = inFolder(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode & rights);
    utimesSync(file, at, at);
  }
}

it('has the same bytes for the same files, whenever, in whatever order and by whomever they were written', async () => {
  write('here', FILES, 1_700_000_000, 0o777);
  write('there', FILES.toReversed(), 1_800_000_000, 0o700);
  const pack = (folder: string) => writeArchive(NAMES, inFolder(`${folder}.tar.gz`), inFolder(folder));
  const [first, there] = [await pack('here'), await pack('there')];
  expect(there).toEqual(first);
  writeFileSync(inFolder('there/b.sh'), '#!/bin/bash');
  expect((await pack('there')).sha256).not.toBe(first.sha256);
  const { stdout } = spawnSync('tar', ['--list', '--verbose', '--file', inFolder('here.tar.gz')], { encoding: 'utf8' });
  expect(stdout).toMatch(/^-rwxr-xr-x 0\/0 .* 1970-01-01 .* pardeh\/pardeh$/m);
});

it('names the files in which two builds differ, and no component needs the key that all builds of a source share', () => {
  const first = new Map([
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
  ]);
  expect(listDifferences(first, new Map([...first, ['b', '4'], ['d', '5']]))).toEqual(['b', 'd']);
  expect(listDifferences(first, new Map(first))).toEqual([]);
  const components = globSync('src/**/*.astro');
  expect(components.length).toBeGreaterThan(50);
  expect(components.filter((file) => readFileSync(file, 'utf8').includes('server:defer'))).toEqual([]);
});

/** An operator runs them by `./pardeh COMMAND`. */
const COMMANDS = [
  ...['alarms', 'backup', 'check-schedule', 'debit', 'export', 'import', 'import-state', 'ingest', 'ledger-verify'],
  ...['refund', 'reindex', 'restore', 'seed', 'settlement', 'find-intros', 'ingest-worker'],
].map((command) => `scripts/${command}.ts`);
/** Imported by a command once it knows that it works on a data folder. */
const LATE = [
  'tools/ingest/bucket.ts',
  'tools/import/open-store.ts',
  'tools/seed/targets.ts',
  'tools/reindex/rebuild.ts',
];
const PROGRAMS = [...COMMANDS, ...LATE];
beforeAll(() => {
  for (const path of SOURCES.filter((source) => source !== NODE_BUILD)) {
    cpSync(path, inFolder('machine', path), { recursive: true });
  }
  // Only the packages of the archive; a nested one is in its parent. Ours are there, with links as in the archive.
  for (const path of listPackages()) {
    const target = inFolder('machine', path);
    mkdirSync(dirname(target), { recursive: true });
    if (path.startsWith('packages/')) cpSync(path, target, { recursive: true });
    else if (path.startsWith('node_modules/@pardeh/')) symlinkSync(readlinkSync(path), target);
    else if (/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) symlinkSync(resolve(path), target);
  }
});

it('checks the weeks of a data folder’s channels, with its media', async () => {
  const { stores, close } = openBindings(inFolder('data'));
  await migrate(stores.DB);
  await addRow(stores.DB, 'channels', { id: 1, slug: 'one' });
  const programmes = Array.from({ length: 7 }, (_, day) => ({
    ...{ channel_id: 1, day, start: 0, minutes: day === 6 ? 1430 : 1440, name_en: `Day ${String(day)}` },
    media: day === 5 ? 'lost' : 'film',
  }));
  await addRows(stores.DB, 'programmes', programmes);
  await stores.MEDIA.put('video/film/master.m3u8', '#EXTM3U');
  const check = (...more: string[]) => {
    const program = ['--disable-warning=ExperimentalWarning', 'scripts/check-schedule.ts', ...more];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, {
      cwd: inFolder('machine'),
      encoding: 'utf8',
    });
    return { status, lines: (stderr + stdout).trim().split('\n') };
  };
  const report = check('--data', inFolder('data'));
  expect(report).toEqual({
    status: 1,
    lines: [
      expect.stringMatching(/^one: gap of 10 minutes at Friday 23:50/),
      expect.stringMatching(/^one: Day 5, Thursday 00:00, has no media in lost/),
      '2 findings.',
    ],
  });
  await stores.MEDIA.put('video/lost/master.m3u8', '#EXTM3U');
  await stores.DB.exec('UPDATE programmes SET minutes = 1440');
  await close();
  expect(check('--data', inFolder('data'))).toEqual({ status: 0, lines: ['Every week is full.'] });
  const nowhere = check('--data', inFolder('none'));
  expect(nowhere.status).toBe(1);
  expect(nowhere.lines.join()).toContain('There is no database under');
});

it('has none of the packages that build the site, draw its demo or run its tests', () => {
  const names = listPackages().map((path) => path.replace(/^.*node_modules\//, ''));
  expect(names).toEqual(expect.arrayContaining(['sharp', 'hono', '@fontsource/bebas-neue', 'node/bin/node']));
  const others = /^(?:astro|vite|wrangler|miniflare|workerd|unocss|vitest|@resvg\/.*|@fontsource\/lalezar)$/;
  expect(names.filter((name) => others.test(name))).toEqual([]);
});

it.each(PROGRAMS)('has all that %s imports', (file) => {
  expect(existsSync(inFolder('machine', file))).toBe(true);
  const program = ['--disable-warning=ExperimentalWarning', file, '--no-such-option'];
  const { stderr, stdout } = spawnSync(process.execPath, program, { cwd: inFolder('machine'), encoding: 'utf8' });
  expect(stderr + stdout).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find (module|package)/);
});

it.each([
  [
    ['start', '--data', '/a'],
    [
      'scripts/seed.ts --data /a --only base',
      '--max-semi-space-size=8 --max-old-space-size=2000 dist-node/server/host.mjs --data /a',
    ],
  ],
  [
    ['start', '--data=/a'],
    [
      'scripts/seed.ts --data /a --only base',
      '--max-semi-space-size=8 --max-old-space-size=2000 dist-node/server/host.mjs --data=/a',
    ],
  ],
  [['ledger:verify', '--data=/a'], ['scripts/ledger-verify.ts --data=/a']],
  [['intros', 'series/219'], ['scripts/find-intros.ts series/219']],
  [['seed', '--data', '/a', '--only', 'base'], ['scripts/seed.ts --data /a --only base']],
])('prepares the folder that it serves, and knows the names of npm: %j', (args, lines) => {
  expect(runArchive(args).stdout.trim().split('\n')).toEqual(lines);
});

it.each([
  [['serve', '--demo'], 'The archive has no demo'],
  [['seed', '--data', '/a'], 'The archive has no demo'],
  [['seed'], 'The archive has no demo'],
  [['install:system'], 'The archive has no command install-system'],
  [['check:deploy'], 'The archive has no command check-deploy'],
])('says what it cannot do, and starts no program for it: %j', (args, text) => {
  const { status, stdout, stderr } = runArchive(args);
  expect([status, stdout]).toEqual([64, '']);
  expect(stderr).toContain(text);
});

it('names an option that the server does not know, with the code of a wrong command line', () => {
  const { status, stderr } = spawnSync(process.execPath, ['src/host/node/main.ts', '--nope'], { encoding: 'utf8' });
  expect(status).toBe(64);
  expect(stderr).toMatch(/^Unknown option '--nope'/m);
  expect(stderr).not.toMatch(/^ +at /m);
});

/** Node is replaced by a program that prints its arguments. */
function runArchive(args: readonly string[]) {
  cpSync('deploy/pardeh', inFolder('machine/pardeh'));
  mkdirSync(inFolder('machine/node_modules/.bin'), { recursive: true });
  const node = '#!/bin/sh\nshift\necho "$@"\n';
  writeFileSync(inFolder('machine/node_modules/.bin/node'), node, { mode: 0o755 });
  return spawnSync('sh', [inFolder('machine/pardeh'), ...args], { encoding: 'utf8' });
}
