// @module-tag full
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../tools/seed/migrate.ts';
import { PART_BYTES } from '../../../src/features/ingest/upload-rules.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { createMediaFiles } from '@pardeh/workers-on-node/stores/media-files';
import { eventually } from '../../support/eventually.ts';
import { addRow } from '../../support/database/rows.ts';
import { folderFor, GUEST, guestCookie } from '../../support/media/media.ts';
import { ORIGIN, parseFailure } from '../../support/site/api.ts';
import { startNodeSite, writeBuild, type NodeSite } from '../../support/site/node-site.ts';
import { cutBody, hashBytes, makeBytes, openTus } from '../../support/site/tus.ts';
import { MIND_RIGHTS, openSmallDisk, type SmallDisk } from '../../support/faults/small-disk.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

// The server's program on a machine in trouble.
const inFolder = useTemporaryFolder();
/** Above the least that a start wants free. */
const DISK_MIB = 96;
const ended: (() => void)[] = [];

beforeAll(async () => {
  writeBuild(inFolder('build'));
  const { stores, close } = openBindings(inFolder('empty'));
  await migrate(stores.DB);
  await close();
});
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

const start = async (folder: string, enter: readonly string[] = [], vars = {}): Promise<NodeSite> => {
  const site = await startNodeSite(inFolder('build'), folder, vars, ['--port', '0'], enter);
  ended.push(() => site.kill('SIGKILL'));
  return site;
};
const copyEmpty = (folder: string) => cpSync(inFolder('empty'), folder, { recursive: true });
const openDisk = async (from = 'empty'): Promise<SmallDisk> => {
  const disk = await openSmallDisk(inFolder('disk'), DISK_MIB);
  ended.push(disk.close);
  cpSync(inFolder(from), disk.outside, { recursive: true });
  return disk;
};
const DISK_CODES = /SQLITE_(FULL|IOERR)/;
/** The error of an act of its bucket, from a program on the disk. */
const useBucket = (disk: SmallDisk, act: string) => {
  const module = pathToFileURL(resolve('packages/workers-on-node/src/stores/media-files.ts')).href;
  const code = `const { createMediaFiles } = await import(${JSON.stringify(module)});
    await createMediaFiles(${JSON.stringify(inFolder('disk/media'))}).${act};`;
  const [command, ...args] = [...disk.enter(), process.execPath, '--input-type=module', '-e', code];
  return spawnSync(command, args, { encoding: 'utf8' }).stderr;
};
let visitors = 0;
const write = async ({ url }: NodeSite) => {
  visitors += 1;
  const answer = await fetch(`${url}/api/v1/login/send-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ mobile: `0912${String(visitors).padStart(7, '0')}` }),
  });
  return `${String(answer.status)} ${(await answer.text()).replace(/.*"(unavailable)".*/, '$1')}`;
};
const read = async ({ url }: NodeSite) => (await fetch(`${url}/api/v1/genres`)).status;
const expectReadiness = ({ url }: NodeSite, code: number, status: string) =>
  eventually(async () => {
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([code, { status }]);
  });
const countSettled = (file: string) => {
  const db = new DatabaseSync(file);
  const row = db.prepare("SELECT count(*) / 2 AS n FROM payments WHERE state = 'settled'").get();
  const check = db.prepare('PRAGMA integrity_check').get();
  db.close();
  expect(check).toEqual({ integrity_check: 'ok' });
  return Number(row?.['n']);
};

describe('a full disk', () => {
  it('is 503 for what must be written, reads go on, and the site writes again when there is room', async () => {
    const disk = await openDisk();
    const site = await start(inFolder('disk'), disk.enter());
    expect(await write(site)).toMatch(/^200/);
    await expectReadiness(site, 200, 'ready');
    const { uploadId } = await createMediaFiles(`${disk.outside}/media`).createMultipartUpload('originals/a');
    disk.fill(site.pid);
    await expectReadiness(site, 503, 'disk_full');
    const statuses = await Promise.all(Array.from({ length: 4 }, () => write(site)));
    expect(statuses).toContain('503 unavailable');
    expect(site.lines.join('\n')).toMatch(DISK_CODES);
    expect(await read(site)).toBe(200);
    expect(useBucket(disk, "put('video/a/1.m4s', new Uint8Array(2 ** 20))")).toMatch(/ENOSPC|EFBIG/);
    const storePart = `resumeMultipartUpload('originals/a', '${uploadId}').uploadPart(1, new Uint8Array(2 ** 20))`;
    expect(useBucket(disk, storePart)).toMatch(/ENOSPC|EFBIG/);
    expect(readdirSync(`${disk.outside}/media/.parts/${uploadId}`)).toEqual(['key']);
    const media = createMediaFiles(`${disk.outside}/media`);
    expect(await media.head('video/a/1.m4s')).toBeNull();
    expect(readdirSync(`${disk.outside}/media/.partial`)).toEqual([]);
    await expect(start(inFolder('disk'), disk.enter())).rejects.toThrow(/ended with 7[34]: .*the disk/i);
    disk.free(site.pid);
    await expectReadiness(site, 200, 'ready');
    expect(await write(site)).toMatch(/^200/);
  });

  it('without room for a part of an upload is 507, keeps nothing of it, and takes it once there is room', async () => {
    copyEmpty(inFolder('with-film'));
    const { stores, close } = openBindings(inFolder('with-film'));
    await addRow(stores.DB, 'titles', { id: 10 });
    await close();
    const disk = await openDisk('with-film');
    const token = 'e'.repeat(40);
    const site = await start(inFolder('disk'), disk.enter(), { OPERATOR_TOKEN: `editor/editor:${token}` });
    const api = async (request: Request) => fetch(new Request(request.url.replace(ORIGIN, site.url), request));
    const tus = openTus({ api, env: {} as Env }, { ctx: {} as ExecutionContext }, token);
    const bytes = makeBytes(PART_BYTES + PART_BYTES);
    const path = await tus.begin(bytes.byteLength, { title: '10', kind: 'film', filename: 'film.mkv' });
    expect((await tus.patch(path, 0, bytes.subarray(0, PART_BYTES))).status).toBe(204);
    disk.leave(8, site.pid);
    const rest = bytes.subarray(PART_BYTES);
    for (let n = 0; n < 2; n += 1)
      expect(await parseFailure(await tus.patch(path, PART_BYTES, rest))).toMatchObject({
        ...{ status: 507, code: 'upload_disk_full' },
      });
    const folders = readdirSync(`${disk.outside}/media/.parts`);
    expect(folders).toHaveLength(1);
    expect(readdirSync(`${disk.outside}/media/.parts/${folders.join()}`).sort()).toEqual([
      '1',
      expect.stringMatching(/^1-[\da-f]{64}$/),
      'key',
    ]);
    expect([await tus.readOffset(path), await read(site)]).toEqual([PART_BYTES, 200]);
    expect(await write(site)).toMatch(/^200/);
    disk.free(site.pid);
    // A line that breaks gives its lease back.
    await expect(tus.patch(path, PART_BYTES, cutBody(rest.subarray(0, 2 ** 20)))).rejects.toThrow();
    await eventually(async () => expect((await tus.patch(path, PART_BYTES, rest)).status).toBe(204));
    const media = createMediaFiles(`${disk.outside}/media`);
    const file = await media.get(`originals/${path.split('/').at(-1) ?? ''}`);
    expect(hashBytes(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(hashBytes(bytes));
    expect(readdirSync(`${disk.outside}/media/.partial`)).toEqual([]);
  });

  it('loses no purchase that was answered, and the books hold', async () => {
    const disk = await openDisk();
    const shop = [process.execPath, '--disable-warning=ExperimentalWarning', 'tests/support/money/buying-child.ts'];
    const [command, ...args] = [...disk.enter(), ...shop, inFolder('disk')];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let bought = 0;
    child.stdout.on('data', (bytes: Uint8Array) => {
      const before = bought;
      bought += new TextDecoder().decode(bytes).split('\n').length - 1;
      if (before <= 5 && bought > 5) disk.fill(child.pid);
    });
    // A purchase that is refused ends the shop.
    expect(await once(child, 'close')).not.toContain(0);
    expect(bought).toBeGreaterThan(5);
    disk.free();
    cpSync(disk.outside, inFolder('after'), { recursive: true });
    expect(countSettled(inFolder('after/site.db'))).toBeGreaterThanOrEqual(bought);
    const verify = ['--disable-warning=ExperimentalWarning', 'scripts/ledger-verify.ts', '--data', inFolder('after')];
    expect(spawnSync(process.execPath, verify, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});

describe('a port or an address that cannot be had', () => {
  const startAt = (folder: string, ...more: string[]) =>
    startNodeSite(inFolder('build'), inFolder(folder), {}, more).then((site) => {
      ended.push(() => site.kill('SIGKILL'));
      return site;
    });

  it('of another site stops the start with a text, harms neither, and is free when the other ends', async () => {
    for (const folder of ['first', 'second']) copyEmpty(inFolder(folder));
    const first = await startAt('first', '--port', '0');
    const { port } = new URL(first.url);
    for (const folder of ['second', 'first']) {
      await expect(startAt(folder, '--port', port)).rejects.toThrow(
        new RegExp(`^ended with 75: Port ${port} is taken\\. Stop its user, or choose another: --port\\.$`),
      );
    }
    expect([await read(first), await write(first)]).toEqual([200, expect.stringMatching(/^200/)]);
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = await startAt('second', '--port', port);
    expect([await read(second), await write(second)]).toEqual([200, expect.stringMatching(/^200/)]);
  });

  it.each<[string, string[]]>([
    ['one process', []],
    ['several', ['--processes', '2']],
  ])('of another machine stops the start of %s', async (_, more) => {
    copyEmpty(inFolder('third'));
    const started = startAt('third', '--port', '0', '--host', '192.0.2.1', ...more);
    await expect(started).rejects.toThrow(/^ended with 68: 192\.0\.2\.1 is no address of this machine/);
  });

  it('of IPv6 is served as one of IPv4', async () => {
    copyEmpty(inFolder('sixth'));
    const { url } = await startAt('sixth', '--port', '0', '--host', '::1');
    const { port } = new URL(url);
    expect((await fetch(`http://[::1]:${port}/api/v1/genres`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/api/v1/genres`)).rejects.toThrow();
  });
});

describe('a folder without rights', () => {
  it('of a read-only file system stops the start', async () => {
    const disk = await openDisk();
    disk.makeReadOnly();
    const started = start(inFolder('disk'), disk.enter());
    await expect(started).rejects.toThrow(/ended with 73: .*cannot be written \((EROFS|EACCES)\)/);
  });

  it.each([
    ['', 0o500, /73: .*cannot be written \(EACCES\)\. Check its owner and rights/],
    ['media', 0o500, /73: .*media.* cannot be written \(EACCES\)/],
    ['media/.partial', 0o500, /73: .*\.partial cannot be used/],
    ['site.db', 0o400, /74: .*site\.db cannot be used: it is read-only/],
    ['site.db', 0, /74: .*site\.db cannot be used: .*owner and the rights/],
    ['host.db', 0o400, /74: .*host\.db cannot be used: it is read-only/],
    ['site.env', 0, /78: .*site\.env cannot be read \(EACCES\)/],
  ])('stops the start, and names what: "%s" with %i', async (name, mode, text) => {
    const folder = inFolder(`rights-${name.replaceAll('/', '-')}-${String(mode)}`);
    copyEmpty(folder);
    writeFileSync(`${folder}/site.env`, '');
    chmodSync(`${folder}/${name}`, mode);
    const started = start(folder, MIND_RIGHTS);
    await expect(started).rejects.toThrow(text);
    chmodSync(`${folder}/${name}`, 0o700);
  });
});

it('waits for another process that holds the lock, says 503, reads meanwhile, and does not start a second time', async () => {
  copyEmpty(inFolder('locked'));
  const site = await start(inFolder('locked'));
  const hold = `const { DatabaseSync } = require('node:sqlite');
    globalThis.db = new DatabaseSync(process.argv[1]); db.exec('BEGIN EXCLUSIVE'); console.log('held'); setInterval(() => 0, 1000);`;
  const holder = spawn(process.execPath, ['-e', hold, inFolder('locked/site.db')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  ended.push(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const writing = write(site);
  const starting = start(inFolder('locked')).then(() => 'started', String);
  expect(await read(site)).toBe(200);
  expect(await writing).toBe('503 unavailable');
  expect(await starting).toMatch(/ended with 74: .*another process holds its lock/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await write(site)).toMatch(/^200/);
});

it('refuses a damaged database, keeps it, and names the restore', async () => {
  copyEmpty(inFolder('damaged'));
  writeFileSync(inFolder('damaged/site.db'), new Uint8Array(50_000).fill(7), { flag: 'r+' });
  await expect(start(inFolder('damaged'))).rejects.toThrow(/ended with 65: [^]*damaged[^]*npm run restore/);
  expect(readdirSync(inFolder('damaged'))).toContain('site.db');
});

it('breaks an answer whose file is cut meanwhile, so that no reader takes a part for the whole', async () => {
  copyEmpty(inFolder('cut'));
  const media = createMediaFiles(inFolder('cut/media'));
  // More than the buffers between the two ends hold.
  await media.put('video/clip-1/360p/seg-0.m4s', new Uint8Array(2 ** 26));
  const site = await start(inFolder('cut'));
  const headers = { cookie: guestCookie(GUEST) };
  const folder = await folderFor(GUEST);
  const answer = await fetch(`${site.url}${folder}/360p/seg-0.m4s?from=a-secret`, { headers });
  expect(answer.status).toBe(200);
  truncateSync(inFolder('cut/media/video/clip-1/360p/seg-0.m4s'), 2 ** 20);
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  await eventually(() => expect(site.lines.join()).toContain('360p/seg-0.m4s'));
  // The log opens nothing to its reader.
  expect(site.lines.join()).not.toContain('a-secret');
  expect(site.lines.join()).not.toContain(folder.split('/')[3]);
});

it('with a wrong setting, ends the systemd service with a code that is not repeated', () => {
  const unit = readFileSync('deploy/pardeh.service', 'utf8');
  const command = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit)?.[1] ?? '';
  const codes = /^RestartPreventExitStatus=(.+)$/m.exec(unit)?.[1]?.split(' ');
  mkdirSync(inFolder('wrong'));
  writeFileSync(inFolder('wrong/site.env'), 'NO_SUCH_SETTING=1\n', { mode: 0o600 });
  const program = command.replaceAll('/var/lib/pardeh', inFolder('wrong'));
  const { status, stderr } = spawnSync('/bin/sh', ['-c', program], { encoding: 'utf8' });
  expect(stderr).toContain('NO_SUCH_SETTING');
  expect(codes).toContain(String(status));
  // systemd heeds these codes of the service's main process alone.
  expect(unit).not.toContain('ExecStartPre');
});
