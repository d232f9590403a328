import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { openBindings } from '../../src/host/node/open-bindings.ts';
import type { Bar } from './node-host.ts';

const TIMES = Number(process.env['BOOKS_TIMES'] ?? 10);
const SECONDS = Number(process.env['BOOKS_SECONDS'] ?? 60);
const WRITES_MIN = 300;
/** Each death but the first comes after so many. */
const LATER_SECONDS = 8;
const LANES = '32';

/** Buys until `kill -9`, so often, on one database, the first time for a minute; checks the books after each death. */
export async function measureBooks(): Promise<Bar[]> {
  // On this machine's disk: /tmp may be memory.
  const folder = mkdtempSync(join(process.env['BOOKS_FOLDER'] ?? tmpdir(), 'pardeh-books-'));
  const [entries, payments]: [number[], number[]] = [[], []];
  let wrong = 0;
  let lost = 0;
  try {
    for (let time = 0; time < TIMES; time += 1) {
      const before = count(folder);
      const { bought, seconds } = await buyUntilKilled(folder, time * 100_000, time === 0 ? SECONDS : LATER_SECONDS);
      const { stores, close } = openBindings(folder);
      wrong += (await verifyLedger(stores.DB)).length;
      await close();
      const after = count(folder);
      entries.push((after.entries - before.entries) / seconds);
      payments.push((2 * (after.purchases - before.purchases)) / seconds);
      if (after.purchases - before.purchases < bought) lost += 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [rate = 0] = entries;
  const [settled = 0] = payments;
  return [
    {
      name: `ledger entries, ${String(SECONDS)} s, ${LANES} lanes, synchronous=FULL`,
      value: `${String(Math.round(rate))}/s, in ${String(Math.round(settled))} payments/s`,
      bar: `${String(WRITES_MIN)}/s`,
      isMet: rate >= WRITES_MIN,
    },
    {
      name: `after each of ${String(TIMES)} kill -9`,
      value: `${String(wrong)} findings in the books, ${String(lost)} times an answered purchase was lost`,
      bar: '0, 0',
      isMet: wrong === 0 && lost === 0,
    },
  ];
}

async function buyUntilKilled(
  folder: string,
  first: number,
  seconds: number,
): Promise<{ bought: number; seconds: number }> {
  const args = [
    '--disable-warning=ExperimentalWarning',
    'tests/support/money/buying-child.ts',
    folder,
    String(first),
    LANES,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let bought = 0;
  let started = 0;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdout.on('data', (bytes: Uint8Array) => {
    if (started === 0) {
      started = performance.now();
      setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
    }
    bought += new TextDecoder().decode(bytes).split('\n').length - 1;
  });
  await ended;
  return { bought, seconds: (performance.now() - started) / 1000 };
}

function count(folder: string): { entries: number; purchases: number } {
  const file = join(folder, 'site.db');
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    const row = db
      .prepare(
        `SELECT (SELECT count(*) FROM ledger_entries) AS entries,
          (SELECT count(*) FROM payments WHERE state = 'settled') / 2 AS purchases`,
      )
      .get();
    db.close();
    return { entries: Number(row?.['entries']), purchases: Number(row?.['purchases']) };
  } catch {
    // Before the first purchase there is no database.
    return { entries: 0, purchases: 0 };
  }
}
