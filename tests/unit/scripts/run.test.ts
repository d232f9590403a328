import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { listOmittingRoots, omittedImports } from '../../../scripts/check/omitted-imports.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

/** npm is replaced by a program that notes how it was called, and writes the record of packages that npm writes. */
const inFolder = useTemporaryFolder();
const NPM = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
appendFileSync('calls', process.argv.slice(2).filter((word) => !/^--(?:log|no-)/.test(word)).join(' ') + '\\n');
const packages = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages);
const wanted = packages.filter(([, { dev }]) => !(dev && process.argv.includes('--omit=dev')));
mkdirSync('node_modules/.bin', { recursive: true });
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(wanted) }));
writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho ran "$@"\\n', { mode: 0o755 });
`;

const START = ['--omit=dev', 'start.ts'];
const TEST = ['test.ts'];

beforeEach(() => {
  rmSync(inFolder('site'), { recursive: true, force: true });
  mkdirSync(inFolder('site'), { recursive: true });
  mkdirSync(inFolder('programs'), { recursive: true });
  writeFileSync(inFolder('programs/npm'), NPM, { mode: 0o755 });
  ask('1.0.0');
});

/** Writes a lockfile with a package of the site and one of its tests, of this version. */
function ask(version: string): void {
  const packages = { '': {}, 'node_modules/site': { version }, 'node_modules/tests': { version, dev: true } };
  writeFileSync(inFolder('site/package-lock.json'), JSON.stringify({ packages }));
}

/** Runs commands one after another; gives npm's arguments of each that installed. */
function install(...commands: string[][]): string[] {
  writeFileSync(inFolder('site/calls'), '');
  for (const command of commands) {
    const { stdout, stderr } = spawnSync(process.execPath, [`${process.cwd()}/scripts/run.mjs`, ...command], {
      cwd: inFolder('site'),
      env: { ...process.env, PATH: `${inFolder('programs')}:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
    });
    expect(stdout + stderr).toContain(`ran ${command.at(-1) ?? ''}\n`);
  }
  return readFileSync(inFolder('site/calls'), 'utf8').split('\n').slice(0, -1);
}

it('leaves the packages of tests out until a command needs them, and installs each once', () => {
  expect(install(START, START, TEST, TEST, START)).toEqual(['ci --omit=dev', 'ci']);
});

it('keeps what is whole whole, and what is not as it is, when the lockfile changes', () => {
  expect(install(TEST)).toEqual(['ci']);
  ask('2.0.0');
  expect(install(START, TEST)).toEqual(['ci']);
  rmSync(inFolder('site/node_modules'), { recursive: true });
  expect(install(START)).toEqual(['ci --omit=dev']);
  ask('3.0.0');
  expect(install(START)).toEqual(['ci --omit=dev']);
});

it('knows by npm’s own record what somebody else has installed', () => {
  install(TEST);
  rmSync(inFolder('site/node_modules/.pardeh-lock'));
  expect(install(START, TEST)).toEqual([]);
  rmSync(inFolder('site/node_modules'), { recursive: true });
  install(START);
  rmSync(inFolder('site/node_modules/.pardeh-lock'));
  expect(install(START, TEST)).toEqual(['ci']);
});

it('finds what npm start imports over other files and does not install, and no type', () => {
  const [root = '', ...built] = listOmittingRoots({
    scripts: {
      seed: 'node scripts/run.mjs --omit=dev scripts/seed.ts',
      test: 'node scripts/run.mjs scripts/test.ts',
    },
  });
  expect([root, ...built.slice(0, 2)]).toEqual(['scripts/seed.ts', 'astro.config.mjs', 'uno.config.ts']);
  const omit = (...names: string[]) =>
    omittedImports([root], () => ({ devDependencies: Object.fromEntries(names.map((name) => [name, '1'])) }));
  expect(omit('miniflare').map(({ file }) => file)).toEqual(['tools/local-d1/open.ts']);
  expect(omit('@cloudflare/workers-types', '@playwright/test')).toEqual([]);
});
