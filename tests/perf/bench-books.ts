// npm run bench:books [-- --seconds 4] [--rounds 4] [--lanes 64]: deliveries of paid plans on the Node host's database,
// with a commit for each write and with shared commits, in turns; then the whole shop, and `kill -9` ten times.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../../tools/seed/migrate.ts';
import { buildDeliveryStatements } from '../../src/features/ledger/server/deliver.ts';
import { openChecked } from '@pardeh/workers-on-node/database/check';
import { createD1 } from '@pardeh/workers-on-node/database/d1';
import { openPool } from '@pardeh/workers-on-node/database/pool';
import { batch } from '../../src/platform/db/batch.ts';
import { openDatabase } from '../../src/platform/db/client.ts';
import { measureBooks } from './node-books.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '4' },
    lanes: { type: 'string', default: '64' },
  },
});
const NOW = 1_798_761_600; // epoch seconds
const folder = mkdtempSync(join(process.env['BOOKS_FOLDER'] ?? tmpdir(), 'pardeh-bench-books-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function openShop(name: string, groupMs?: number) {
  const file = join(folder, `${name}.db`);
  openChecked(file).close();
  const die = (cause: Error) => {
    throw cause;
  };
  const pool = openPool(file, 1, die, { groupMs });
  const binding = createD1(pool);
  await migrate(binding);
  await binding
    .prepare("INSERT INTO users (id, mobile, subscribed_until, ref, created_at) VALUES (1, '09120000001', 0, 4, ?)")
    .bind(NOW)
    .run();
  return { name, pool, binding, db: openDatabase(binding), payments: 0, writes: 0, ms: 0 };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** A paid payment in one batch, its delivery with the entries of the ledger in another: two writes. */
async function sellUntil(shop: Shop, end: number): Promise<void> {
  while (performance.now() < end) {
    shop.payments += 1;
    const id = `bench-${String(shop.payments)}`;
    await shop.binding.batch([
      shop.binding
        .prepare(
          `INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint, referrer,
            commission, created_at, expires_at, checked_at, settled_at)
          VALUES (?, 1, 'plan', 'settled', 'saman', 200000, 0, 20000, 220000, 'f', 4, 0, ?, ?, 0, ?)`,
        )
        .bind(id, NOW, NOW, NOW),
      shop.binding
        .prepare(
          `INSERT INTO payment_lines (payment_id, line, kind, item_id, name_fa, name_en, days, list_price, discount, vat, total)
          VALUES (?, 0, 'plan', 1, '', '', 30, 200000, 0, 20000, 220000)`,
        )
        .bind(id),
    ]);
    await batch(shop.db, buildDeliveryStatements(id));
    shop.writes += 2;
  }
}

const shops = [await openShop('a commit for each write', 0), await openShop('shared commits')];
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const shop of shops) {
    const start = performance.now();
    const end = start + Number(values.seconds) * 1000;
    await Promise.all(Array.from({ length: Number(values.lanes) }, () => sellUntil(shop, end)));
    shop.ms += performance.now() - start;
  }
}
const rates = shops.map(({ writes, ms }) => (writes * 1000) / ms);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, ${values.lanes} lanes, ${values.rounds} × ${values.seconds} s each\n`,
);
console.log('| | writes/s | ratio |\n| --- | --- | --- |');
for (const [at, { name }] of shops.entries()) {
  console.log(
    `| ${name} | ${String(Math.round(rates[at] ?? 0))} | ${((rates[at] ?? 0) / (rates[0] ?? 1)).toFixed(2)} |`,
  );
}
for (const { pool } of shops) await pool.close();

console.log('\n| The shop | measured | bar | |\n| --- | --- | --- | --- |');
for (const { name, value, bar, isMet } of await measureBooks()) {
  console.log(`| ${name} | ${value} | ${bar} | ${isMet ? 'met' : 'missed'} |`);
}
