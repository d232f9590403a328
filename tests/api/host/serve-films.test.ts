// @module-tag full
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { BUILD_STAMP, hashSources, NODE_BUILD } from '../../../tools/lib/build.ts';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import { start, stop } from '../../../tools/lib/processes.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { prepareRow } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { writeBuild } from '../../support/site/node-site.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

/** `npm run serve` with a build of its own, which has no pages: that of the project is another test's. */
const inFolder = useTemporaryFolder();
const PORT = 4391;

beforeAll(() => {
  const project = inFolder('project');
  mkdirSync(project);
  for (const name of readdirSync('.'))
    if (!name.startsWith('.') && name !== NODE_BUILD) symlinkSync(resolve(name), join(project, name));
  const build = join(project, NODE_BUILD);
  writeBuild(build);
  const program = pathToFileURL(resolve('src/host/node/main.ts')).href;
  writeFileSync(join(build, 'server/host.mjs'), `import ${JSON.stringify(program)};`);
  writeFileSync(join(build, BUILD_STAMP), hashSources());
});

/** A site with a film in its queue, which is none. */
async function openSite(name: string, settings: Record<string, string>) {
  const data = inFolder(name);
  mkdirSync(data);
  const file = inFolder(`${name}.env`);
  const lines = Object.entries({ ...DEMO_VARS, MEDIA_SIGNING_KEY: 'a-key-for-tests-only', ...settings });
  writeFileSync(file, lines.map(([key, value]) => `${key}=${value}\n`).join(''));
  const { stores, close } = openBindings(data);
  await migrate(stores.DB);
  await stores.MEDIA.put('originals/u1', 'not a film');
  await stores.DB.batch([
    prepareRow(stores.DB, 'titles', { id: 1 }),
    prepareRow(stores.DB, 'ingest_jobs', { upload_id: 'u1', title_id: 1, bytes: 10 }),
  ]);
  let output = '';
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/serve.ts', '--data', data, '--env-file', file];
  const site = start(process.execPath, [...args, '--port', String(PORT)], {
    ...{ cwd: inFolder('project'), env: { INGEST_DIR: inFolder(`${name}-work`) } },
    onOutput: (text) => (output += text),
  });
  await eventually(() => {
    expect(output).toContain('"message":"started"');
  });
  return {
    readJob: () => stores.DB.prepare('SELECT state, code FROM ingest_jobs').first(),
    listWorkers: () =>
      execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes('ingest-worker.ts') && line.includes(data)),
    stop: async () => {
      await stop(site);
      await close();
    },
  };
}

describe('npm run serve', () => {
  it('works on uploaded films beside the site, and ends with it', async () => {
    const site = await openSite('on', {});
    expect(site.listWorkers()).toHaveLength(1);
    await eventually(async () => {
      expect(await site.readJob()).toEqual({ state: 'failed', code: 'not_video' });
    });
    await site.stop();
    expect(site.listWorkers()).toEqual([]);
  });

  it('leaves them to another machine where its settings say so', async () => {
    const site = await openSite('off', { INGEST_WORKER: 'off' });
    expect(site.listWorkers()).toEqual([]);
    expect(await site.readJob()).toEqual({ state: 'waiting', code: null });
    await site.stop();
  });
});
