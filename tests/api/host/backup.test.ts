// @module-tag full
import { spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate } from '../../../tools/seed/migrate.ts';
import { makeBackup } from '../../../tools/backup/backup.ts';
import { restoreBackup } from '../../../tools/backup/restore.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();
const KEY = 'a passphrase of the operator';

const countPurchases = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true });
  // A purchase is two payments: the charge of the wallet and the plan.
  const row = db.prepare("SELECT count(*) / 2 AS n FROM payments WHERE state = 'settled'").get();
  db.close();
  return Number(row?.['n']);
};

it('keeps the books through a backup during purchases, kill -9 and a restore', async () => {
  const args = ['--disable-warning=ExperimentalWarning', 'tests/support/money/buying-child.ts', inFolder('data')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let bought = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  child.stdout.on('data', (bytes: Uint8Array) => {
    bought += new TextDecoder().decode(bytes).split('\n').length - 1;
    for (const { count, resolve } of waiting) if (bought >= count) resolve();
  });
  const untilBought = (count: number) => new Promise<void>((resolve) => void waiting.push({ count, resolve }));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await untilBought(60);
  const before = bought;
  await makeBackup(inFolder('data'), inFolder('backup'), KEY);
  await untilBought(200);
  child.kill('SIGKILL');
  await ended;

  // After the power failure: every purchase that was answered is there.
  const killed = openBindings(inFolder('data'));
  expect(await verifyLedger(killed.stores.DB)).toEqual([]);
  await killed.close();
  expect(countPurchases(inFolder('data', 'site.db'))).toBeGreaterThanOrEqual(bought);

  const { findings, missingMedia } = await restoreBackup(inFolder('backup'), inFolder('restored'), KEY, 'before');
  expect({ findings, missingMedia }).toEqual({ findings: [], missingMedia: [] });
  expect(countPurchases(inFolder('restored', 'site.db'))).toBeGreaterThanOrEqual(before);
});

it('restores nothing with a wrong key or from a damaged backup, and keeps what was there', async () => {
  const old = countPurchases(inFolder('restored', 'site.db'));
  const restore = (name: string, key: string) => restoreBackup(inFolder(name), inFolder('restored'), key, 'again');
  await expect(restore('backup', 'another')).rejects.toThrow('the key is wrong');
  await expect(restore('backup', '')).rejects.toThrow('PARDEH_BACKUP_KEY');
  cpSync(inFolder('backup'), inFolder('damaged'), { recursive: true });
  const file = inFolder('damaged', 'site.db.enc');
  const bytes = readFileSync(file);
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  await expect(restore('damaged', KEY)).rejects.toThrow('damaged');
  await expect(restore('data', KEY)).rejects.toThrow('no whole backup');
  truncateSync(file, 10);
  await expect(restore('damaged', KEY)).rejects.toThrow('damaged');
  truncateSync(inFolder('damaged', 'media.json'), 1);
  await expect(restore('damaged', KEY)).rejects.toThrow('media.json is damaged');
  await expect(makeBackup(inFolder('nowhere'), inFolder('none'), '')).rejects.toThrow('There is no database under');
  expect(countPurchases(inFolder('restored', 'site.db'))).toBe(old);
  expect(readdirSync(inFolder('restored')).filter((name) => /restored|again/.test(name))).toEqual([]);
});

it('restores nothing under a site that runs, which would sell into the file that was moved', async () => {
  cpSync(inFolder('restored'), inFolder('running'), { recursive: true });
  const site = openBindings(inFolder('running'));
  const restore = () => restoreBackup(inFolder('backup'), inFolder('running'), KEY, 'again');
  await expect(restore()).rejects.toThrow('Stop it with its socket');
  expect(readdirSync(inFolder('running')).filter((name) => /restored|again/.test(name))).toEqual([]);
  await site.close();
  expect((await restore()).findings).toEqual([]);
  expect(existsSync(inFolder('running', 'site.db.again'))).toBe(true);
});

it('starts no site after a restore that was cut off, and finishes it when it is run again', async () => {
  cpSync(inFolder('restored'), inFolder('cut'), { recursive: true });
  const old = countPurchases(inFolder('cut', 'site.db'));
  // Neither of the two can be renamed over a folder.
  mkdirSync(inFolder('cut', 'host.db.first'));
  await expect(restoreBackup(inFolder('backup'), inFolder('cut'), KEY, 'first')).rejects.toThrow('host.db');
  const advice = `npm run restore -- ${inFolder('backup')} --data ${inFolder('cut')}`;
  expect(() => openBindings(inFolder('cut'))).toThrow(advice);
  // Between the two renames of one database, it is missing.
  rmSync(inFolder('cut', 'site.db'));
  expect(() => openBindings(inFolder('cut'))).toThrow(advice);
  expect(existsSync(inFolder('cut', 'site.db'))).toBe(false);
  expect((await restoreBackup(inFolder('backup'), inFolder('cut'), KEY, 'second')).findings).toEqual([]);
  await openBindings(inFolder('cut')).close();
  expect(countPurchases(inFolder('cut', 'site.db.first'))).toBe(old);
});

it('restores a backup of a version before the seals, and checks its books', async () => {
  const old = (name: string) => name < '0046';
  mkdirSync(inFolder('migrations'));
  for (const name of readdirSync('migrations').filter(old)) cpSync(`migrations/${name}`, inFolder('migrations', name));
  const { stores, close } = openBindings(inFolder('earlier'));
  await migrate(stores.DB, inFolder('migrations'));
  await close();
  await makeBackup(inFolder('earlier'), inFolder('earlier-backup'), '');
  expect(readdirSync(inFolder('earlier-backup')).sort()).toEqual(['host.db', 'media.json', 'site.db']);
  const restored = await restoreBackup(inFolder('earlier-backup'), inFolder('earlier'), '', 'before');
  expect(restored).toEqual({ findings: [], missingMedia: [] });
});

it('leaves no copy of a backup that fails, which may not be encrypted yet', async () => {
  cpSync(inFolder('restored'), inFolder('failing'), { recursive: true });
  rmSync(inFolder('failing', 'media'), { recursive: true });
  await expect(makeBackup(inFolder('failing'), inFolder('failed'), KEY)).rejects.toThrow('ENOENT');
  expect(existsSync(inFolder('failed.partial'))).toBe(false);
});

it('gives what root makes to the owner of the data folder, whom the site runs as', async () => {
  const owner = process.getuid?.() === 0 ? 65_534 : statSync('.').uid;
  mkdirSync(inFolder('owned'));
  chownSync(inFolder('owned'), owner, statSync(inFolder('owned')).gid);
  await openBindings(inFolder('owned')).close();
  await restoreBackup(inFolder('backup'), inFolder('owned'), KEY, 'before');
  for (const name of ['site.db', 'host.db', 'media', 'media/.partial'])
    expect(statSync(inFolder('owned', name)).uid, name).toBe(owner);
});
