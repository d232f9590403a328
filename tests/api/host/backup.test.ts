import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
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
  const args = ['--disable-warning=ExperimentalWarning', 'tests/support/buying-child.ts', inFolder('data')];
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
  expect(countPurchases(inFolder('restored', 'site.db'))).toBe(old);
});
