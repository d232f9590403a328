// @module-tag full
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { migrate } from '../../../tools/seed/migrate.ts';
import { film } from '../../support/database/import-bench.ts';
import { startFakeCloudflare, type FakeCloudflare } from '../../support/services/fake-cloudflare.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { addRow } from '../../support/database/rows.ts';

/** The Cloudflare part of docs/deploy.md by the real wrangler, from a new account on, before a stand-in of the API. */
const inFolder = useTemporaryFolder();
const inSite = (path: string) => join(inFolder('site'), path);
const HOOK = new URL('../../support/services/reach-workers-dev.ts', import.meta.url).href;
interface Config {
  vars: Record<string, string>;
  triggers: { crons: string[] };
  assets: object;
}
const readConfig = (config: string) => unstable_readConfig({ config }) as unknown as Config;
let cloud: FakeCloudflare;

beforeAll(async () => {
  cloud = await startFakeCloudflare({ isNew: true });
  // A checkout of its own: wrangler.toml is filled in there.
  mkdirSync(inSite('dist/client/_astro'), { recursive: true });
  mkdirSync(inSite('dist/server'));
  const apart = new Set(['wrangler.toml', 'dist', 'deploy']);
  for (const name of readdirSync('.').filter((entry) => !entry.startsWith('.') && !apart.has(entry)))
    symlinkSync(resolve(name), inSite(name));
  cpSync('wrangler.toml', inSite('wrangler.toml'));
  cpSync('deploy', inSite('deploy'), { recursive: true });
});
afterAll(() => cloud.close());

interface Ended {
  code: number;
  output: string;
}

function run(
  program: string,
  args: string[],
  { input = '', env = {} }: { input?: string; env?: object } = {},
): Promise<Ended> {
  const CLOUDFLARE = { ...cloud.env, WRANGLER_SEND_METRICS: 'false' };
  const PATH = `${resolve('node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  const options = {
    cwd: inFolder('site'),
    env: { ...process.env, ...CLOUDFLARE, ...env, CI: '1', NO_COLOR: '1', PATH },
  };
  return new Promise((done) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
    child.stdin?.end(input);
  });
}

const wrangler = (line: string, input = '') => run('wrangler', line.split(' '), { input });
const fillIn = (change: (config: string) => string, file = 'wrangler.toml') =>
  writeFileSync(inSite(file), change(readFileSync(inSite(file), 'utf8')));
const deploy = () => wrangler('deploy -c dist/server/wrangler.json');

/** A build: the configuration of wrangler.toml at that moment, a Worker with its classes, and files. */
function writeBuild(page: string): void {
  const config = readConfig(inSite('wrangler.toml'));
  const assets = { ...config.assets, directory: '../client' };
  const built = {
    ...config,
    assets,
    main: 'entry.mjs',
    no_bundle: true,
    configPath: undefined,
    userConfigPath: undefined,
  };
  writeFileSync(inSite('dist/server/wrangler.json'), JSON.stringify(built));
  const source = `class Room {} class ProgressObject {} export { Room, ProgressObject }; export default { fetch: () => new Response('${page}') };`;
  writeFileSync(inSite('dist/server/entry.mjs'), source);
  writeFileSync(inSite('dist/client/_astro/page.js'), page);
  writeFileSync(inSite('dist/client/_headers'), '/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n');
  // As Astro's adapter writes it.
  writeFileSync(inSite('dist/client/.assetsignore'), 'wrangler.json\n.dev.vars\n');
  writeFileSync(inSite('dist/client/.dev.vars'), 'SECRET=1');
}

const findWorker = (name = 'pardeh') => {
  const script = cloud.workers.scripts.get(name);
  if (!script) throw new Error(`no Worker ${name}`);
  return { script, version: cloud.workers.getCurrent(script) };
};
const listBindings = (name?: string) =>
  Object.fromEntries((findWorker(name).version?.bindings ?? []).map((binding) => [binding.name, binding]));

describe('from a new account to a site', () => {
  it('the create commands print the ids that wrangler.toml needs', async () => {
    const [d1, r2, kv] = await Promise.all(
      ['d1 create pardeh', 'r2 bucket create pardeh-media', 'kv namespace create CONFIG'].map((line) => wrangler(line)),
    );
    expect([d1?.code, r2?.code, kv?.code]).toEqual([0, 0, 0]);
    const database = /^database_id = "(.+)"$/m.exec(d1?.output ?? '')?.[1] ?? '';
    const namespace = /^id = "(.+)"$/m.exec(kv?.output ?? '')?.[1] ?? '';
    expect([...cloud.stores.databases]).toEqual([[database, 'pardeh']]);
    expect([...cloud.stores.namespaces]).toEqual([[namespace, 'CONFIG']]);
    writeBuild('too early');
    // Of a build before the ids: nothing is published.
    const early = await deploy();
    expect(early.output).toMatch(/not found/);
    expect(early.code).not.toBe(0);
    expect(cloud.workers.scripts.size).toBe(0);
    fillIn((config) =>
      config
        .replace(/^database_id = .*/m, `database_id = "${database}"`)
        .replace(/^id = .*/m, `id = "${namespace}"`)
        .replace(/^send_metrics.*/m, `send_metrics = false\naccount_id = "${cloud.env.CLOUDFLARE_ACCOUNT_ID}"`)
        .replace(/^SITE_URL = .*/m, 'SITE_URL = "https://pardeh.example"'),
    );
  });

  it('a deployment has all bindings, classes, crons and files, and no file that is not public', async () => {
    writeBuild('first');
    const { code, output } = await deploy();
    expect(output).toContain('schedule: */2 * * * *');
    expect(code).toBe(0);
    const { script, version } = findWorker();
    const { vars, triggers } = readConfig('wrangler.toml');
    const stores = ['ASSETS', 'CONFIG', 'DB', 'IMAGES', 'MEDIA', 'PROGRESS', 'ROOMS', 'ROOM_LIMIT'];
    expect(Object.keys(listBindings()).sort()).toEqual([...Object.keys(vars), ...stores].sort());
    expect(listBindings()['SITE_URL']?.text).toBe('https://pardeh.example');
    expect([...script.classes]).toEqual(['Room', 'ProgressObject']);
    expect(script.crons).toEqual(triggers.crons);
    expect([...(version?.assets?.keys() ?? [])]).toEqual(['/_astro/page.js']);
    expect(JSON.stringify(version?.metadata['assets'])).toContain('immutable');
  });

  it('a secret survives the next deployment, and the domain comes with a build that knows it', async () => {
    const secret = await wrangler('secret put MEDIA_SIGNING_KEY', 'k'.repeat(64));
    expect(secret.code).toBe(0);
    fillIn((config) => `${config}\n[[routes]]\npattern = "pardeh.example"\ncustom_domain = true\n`);
    writeBuild('second');
    expect(await deploy()).toMatchObject({ code: 0 });
    const { script, version } = findWorker();
    expect(script.domains).toEqual(['pardeh.example']);
    expect(script.workersDev).toBe(false);
    expect([...(version?.modules.values() ?? [])].join()).toContain('second');
    expect(listBindings()['MEDIA_SIGNING_KEY']?.text).toBe('k'.repeat(64));
  });

  it('a rollback brings back the version before, with its secret', async () => {
    const { code } = await wrangler('rollback');
    expect(code).toBe(0);
    expect([...(findWorker().version?.modules.values() ?? [])].join()).toContain('first');
    expect(listBindings()['MEDIA_SIGNING_KEY']?.text).toBe('k'.repeat(64));
  });

  it('the door is a Worker of its own, whose secret may come first', async () => {
    const config = 'deploy/door.wrangler.toml';
    fillIn((text) => text.replace(/^main = .*/m, 'main = "../dist/server/entry.mjs"'), config);
    fillIn((text) => text.replace('ORIGIN_URL = ""', 'ORIGIN_URL = "https://origin.pardeh.example"'), config);
    expect(await wrangler(`secret put DOOR_SECRET -c ${config}`, 'd'.repeat(64))).toMatchObject({ code: 0 });
    expect(await wrangler(`deploy -c ${config}`)).toMatchObject({ code: 0 });
    expect(Object.keys(listBindings('pardeh-door')).sort()).toEqual(['DOOR_SECRET', 'ORIGIN_URL', 'SITE_URL']);
  });
});

describe('a film', () => {
  // The account is that of wrangler.toml.
  const getWork = () => ({
    ...{ INGEST_DIR: inFolder('work'), NODE_OPTIONS: `--import ${HOOK}`, CLOUDFLARE_ACCOUNT_ID: undefined },
  });
  const ingest = () =>
    run('node', ['scripts/ingest.ts', inFolder('film.mp4'), '--title', 'movie/7', '--remote'], { env: getWork() });
  const readMedia = () => cloud.db.prepare('SELECT media FROM titles WHERE id = 7').first<string>('media');

  it('is published when all of it is stored, each file once, over failures of R2 and D1', async () => {
    await migrate(cloud.db);
    await addRow(cloud.db, 'titles', { id: 7, name_en: 'Name', access: 'free' });
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=128x72:rate=24:duration=1'];
    execFileSync('ffmpeg', ['-loglevel', 'error', ...picture, inFolder('film.mp4')]);
    const before = await readMedia();
    // One file fails to the end; the lines of two others break for a moment.
    cloud.edge.faults = Array.from({ length: 5 }, () => ({ call: 'put download/', status: 503 }));
    cloud.edge.faults.push({ call: 'put video/', status: 0 }, { call: 'put video/', status: 429 });
    const first = await ingest();
    expect(first.output).toContain('Run the same command again');
    expect(first.output).not.toContain('    at ');
    expect(first.code).toBe(1);
    cloud.faults.push({ action: 'import', status: 403, code: 10_000, message: 'Authentication error' });
    const second = await ingest();
    expect(second.output).toContain('Authentication error');
    expect(second.code).toBe(1);
    expect(await readMedia()).toBe(before);
    expect(cloud.pairs.size).toBe(0);
    const stored = cloud.edge.log.length;
    const third = await ingest();
    expect(third.output).toContain('plays.');
    expect(third.code).toBe(0);
    expect(cloud.edge.log).toHaveLength(stored);
    expect(new Set(cloud.edge.log).size).toBe(stored);
    const folder = await readMedia();
    expect(cloud.edge.objects.has(`video/${String(folder)}/master.m3u8`)).toBe(true);
    expect(cloud.pairs.get('catalogue_version')).toMatch(/^ingest-/);
  });

  it('of more than a request of Cloudflare holds is stored in parts', async () => {
    const size = 48 * 2 ** 20 + 9;
    writeFileSync(inFolder('large'), '');
    truncateSync(inFolder('large'), size);
    cloud.edge.bodyLimit = 40_000_000;
    cloud.edge.faults = [{ call: 'uploadPart download/large.mp4 2', status: 500 }];
    const source = `
      const { openBucket } = await import(${JSON.stringify(resolve('tools/ingest/bucket.ts'))});
      const bucket = await openBucket({ remote: ${JSON.stringify(inFolder('copy'))} });
      const files = [{ key: 'download/large.mp4', file: ${JSON.stringify(inFolder('large'))} }];
      await bucket.upload(files, () => undefined, new AbortController().signal).finally(() => bucket.close());`;
    mkdirSync(inFolder('copy'));
    writeFileSync(inFolder('store.mjs'), source);
    const { code } = await run('node', [inFolder('store.mjs')], { env: getWork() });
    expect(code).toBe(0);
    expect(cloud.edge.objects.get('download/large.mp4')?.byteLength).toBe(size);
    expect(cloud.edge.open.size).toBe(0);
  });
});

it('pictures of an import are stored in R2 before their rows, each once, over failures of R2', async () => {
  const env = { NODE_OPTIONS: `--import ${HOOK}`, CLOUDFLARE_ACCOUNT_ID: undefined };
  const size = { width: 240, height: 360, channels: 3 as const };
  for (const [name, background] of [
    ['a', '#a03020'],
    ['b', '#2030a0'],
  ] as const) {
    await sharp({ create: { ...size, background } })
      .jpeg()
      .toFile(inFolder(`${name}.jpg`));
  }
  const rows = [
    film('far-1', { poster: 'a.jpg' }),
    film('far-2', { poster: 'b.jpg' }),
    film('far-3', { poster: 'a.jpg' }),
  ];
  writeFileSync(inFolder('films.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  const load = () =>
    run('node', ['scripts/import.ts', inFolder('films.jsonl'), '--kind', 'movie', '--remote'], { env });
  const listArt = async () => {
    const { results } = await cloud.db.prepare('SELECT art FROM titles WHERE art IS NOT NULL ORDER BY id').all();
    return results.map(({ art }) => String(art));
  };
  cloud.edge.log.length = 0;
  cloud.edge.faults = Array.from({ length: 9 }, () => ({ call: 'put art/', status: 503 }));
  const broken = await load();
  expect(broken.output).toContain('Run the same command again to go on.');
  expect(broken.output).not.toContain('    at ');
  expect([broken.code, await listArt()]).toEqual([1, []]);
  cloud.edge.faults = [
    { call: 'put img/', status: 0 },
    { call: 'put art/', status: 429 },
    { call: 'list', status: 500 },
  ];
  expect(await load()).toMatchObject({ code: 0 });
  const [first, second, third] = await listArt();
  expect([first === third, first === second]).toEqual([true, false]);
  for (const key of [first, second]) {
    expect(cloud.edge.objects.has(`art/${String(key)}.png`)).toBe(true);
    expect(cloud.edge.objects.has(`img/${String(key)}-240.avif`)).toBe(true);
  }
  const listPuts = () => cloud.edge.log.filter((line) => line.startsWith('put '));
  expect(listPuts().filter((line) => line.startsWith('put art/'))).toHaveLength(2);
  const stored = listPuts().length;
  const secondLoad = await load();
  expect(secondLoad.output).toContain('3 unchanged');
  expect(listPuts()).toHaveLength(stored);
});
