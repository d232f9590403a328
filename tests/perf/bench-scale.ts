// npm run bench:scale [-- --share 0.01] [--samples 300]: fills a database with a share of five million accounts, twelve
// months of ledger and 26 GB of progress, in a temporary folder; measures the size of a row, hot statements and the
// verification of the ledger; and multiplies sizes by 1 / share. Prints Markdown. A share of 0.01 takes about 1.5 GB.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { getWalletBalance } from '../../src/features/ledger/server/balance.ts';
import { buildDeliveryStatements } from '../../src/features/ledger/server/deliver.ts';
import { sealEntries } from '../../src/features/ledger/server/seal.ts';
import { verifyDay, verifySlice, WALK_START, type WalkCursor } from '../../src/features/ledger/server/verify.ts';
import { createProgress } from '../../src/features/progress/progress.ts';
import { openTableStore } from '../../src/features/progress/server/table-store.ts';
import { findSessionUser } from '../../src/features/accounts/server/session.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { batch } from '../../src/platform/db/batch.ts';
import { openDatabase } from '../../src/platform/db/client.ts';
import { sha256 } from '../../src/platform/http/hash.ts';
import { migrationStatements } from '../support/database/migration-statements.ts';

const { values } = parseArgs({
  options: { share: { type: 'string', default: '0.01' }, samples: { type: 'string', default: '300' } },
});
const SHARE = Number(values.share);
const SAMPLES = Number(values.samples);
const FULL_ACCOUNTS = 5_000_000;
const FULL_PROGRESS_GB = 26;
const PROGRESS_ROWS = 50; // of an account
const MONTHS = 12;
const DAY = 86_400;
const START = 1_798_761_600; // 2027-01-01, epoch seconds
const END = START + 365 * DAY;
const GB = 1e9;
/** D1's limits: a database, and one statement. */
const D1_GB = 10;
const D1_SECONDS = 30;

const accounts = Math.round(FULL_ACCOUNTS * SHARE);
const folder = mkdtempSync(join(tmpdir(), 'pardeh-bench-scale-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const sqlite = new DatabaseSync(join(folder, 'scale.db'));
sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
for (const statement of migrationStatements()) sqlite.exec(statement);
const binding = openSqliteD1(sqlite);
const db = openDatabase(binding);

const pragma = (name: string) => Number(Object.values(sqlite.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
const bytes = () => pragma('page_count') * pragma('page_size');
const numbers = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(count)})`;

const sizes: { table: string; rows: number; bytes: number }[] = [];
function fill(table: string, ...statements: string[]): void {
  const before = bytes();
  for (const statement of statements) sqlite.exec(statement);
  measureTable(table, before);
}
function measureTable(table: string, before: number): void {
  const rows = Number(sqlite.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
  sizes.push({ table, rows, bytes: bytes() - before });
  console.error(`${table}: ${String(rows)} rows`);
}

fill(
  'users',
  `INSERT INTO users (mobile, subscribed_until, ref, created_at)
    ${numbers(accounts)} SELECT '09' || (100000000 + i), ${String(END + DAY)}, 4, ${String(START)} FROM n`,
);
const TOKEN_USERS = Array.from({ length: SAMPLES }, (_, at) => 1 + Math.floor((at * (accounts - 1)) / SAMPLES));
fill(
  'sessions',
  `INSERT INTO sessions (token_hash, user_id, created_at, expires_at, browser, system, used_at)
    ${numbers(accounts * 2)} SELECT lower(hex(randomblob(32))), i / 2 + 1, ${String(END)}, ${String(END + 90 * DAY)},
      'Chrome', 'Android', ${String(END)} FROM n`,
);
const period = String((365 * DAY) / MONTHS);
fill(
  'payments',
  `INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint, token, pay_url,
      reference, trace, card, referrer, commission, created_at, expires_at, checked_at, settled_at, delivered_at)
    ${numbers(accounts * MONTHS)} SELECT lower(hex(randomblob(10))), i % ${String(accounts)} + 1, 'plan', 'settled', 'saman', 200000, 0, 20000,
      220000, hex(randomblob(16)), hex(randomblob(16)), 'https://bank.example/' || hex(randomblob(16)), 'R' || i, 'T' || i,
      '6037********1234', 4, 0, at - 60, at + 900, at, at, at
    FROM (SELECT i, ${String(START)} + (i / ${String(accounts)}) * ${period} + (i % ${String(accounts)}) * ${period} / ${String(accounts)} AS at FROM n)`,
);
fill(
  'payment_lines',
  `INSERT INTO payment_lines (payment_id, line, kind, item_id, name_fa, name_en, days, list_price, discount, vat, total, delivered)
    SELECT id, 0, 'plan', 1, 'اشتراک یک‌ماهه', 'One month', 30, 200000, 0, 20000, 220000, 1 FROM payments`,
);
fill(
  'ledger_entries',
  `INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
    SELECT (leg.value ->> 'event') || p.id || (leg.value ->> 'leg'), (leg.value ->> 'event') || p.id,
      CASE (leg.value ->> 'account') WHEN 'wallet:' THEN 'wallet:' || p.user_id ELSE leg.value ->> 'account' END,
      leg.value ->> 'amount', p.id, p.settled_at
    FROM payments p CROSS JOIN json_each('[
      {"event":"pay:","leg":":wallet","account":"wallet:","amount":220000},
      {"event":"pay:","leg":":bank","account":"bank:saman","amount":-220000},
      {"event":"sale:","leg":":0:wallet","account":"wallet:","amount":-220000},
      {"event":"sale:","leg":":0:sales","account":"sales:plan","amount":200000},
      {"event":"sale:","leg":":0:vat","account":"vat","amount":20000}]') leg
    ORDER BY p.settled_at, p.id, leg.key`,
);
fill(
  'progress',
  `INSERT INTO progress (profile, title_id, duration, since, seen, points, at, last, furthest)
    ${numbers(accounts * PROGRESS_ROWS)} SELECT 'u' || (i / ${String(PROGRESS_ROWS)} + 1), i % 100000 + 1, 6000, 0,
      CASE WHEN i % 3 = 0 THEN ${String(END)} ELSE 0 END,
      '[{"at":' || (i % 6000) || ',"when":' || (${String(START)} + i % 30000000) || '}]',
      CASE WHEN i % 3 = 0 THEN 0 ELSE i % 6000 END, ${String(START)} + i % 30000000, i % 6000 FROM n`,
);
const beforeSeals = bytes();
const sealed = await time(() => sealEntries(binding, END + 2 * DAY, Infinity));
measureTable('ledger_seals', beforeSeals);
sqlite.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');

const statements: { name: string; p50: number; p95: number }[] = [];
async function measure(name: string, work: (at: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let at = 0; at < SAMPLES; at += 1) times.push(await time(() => work(at)));
  times.sort((a, b) => a - b);
  const share = (part: number) => (times[Math.floor(times.length * part)] ?? 0) * 1000;
  statements.push({ name, p50: share(0.5), p95: share(0.95) });
  console.error(`${name}: ${share(0.95).toFixed(2)} ms`);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

for (const [at, user] of TOKEN_USERS.entries()) {
  const hash = await sha256(`token ${String(at)}`);
  sqlite
    .prepare('INSERT INTO sessions (token_hash, user_id, created_at, expires_at, used_at) VALUES (?, ?, ?, ?, ?)')
    .run(hash, user, END, END + DAY, END);
}
const userAt = (at: number) => TOKEN_USERS[at] ?? 1;
/** A title that the user has watched. */
const titleAt = (at: number) => (((userAt(at) - 1) * PROGRESS_ROWS + (at % PROGRESS_ROWS)) % 100_000) + 1;
for (const id of new Set(TOKEN_USERS.map((_, at) => titleAt(at)))) {
  sqlite.exec(`INSERT INTO titles (id, kind, name_fa, name_en, name_latin, year, minutes, age, views, access, release,
      synopsis_fa, synopsis_en, iranian, updated_at)
    VALUES (${String(id)}, 'movie', '', '', '', 2020, 100, 7, 0, 'free', 'released', '', '', 0, 0)`);
}
await measure('session of a token', (at) => findSessionUser(db, `token ${String(at)}`, END));
await measure('balance of a wallet', (at) => getWalletBalance(db, userAt(at)));
await measure('progress save (read, merge, write)', (at) =>
  openTableStore(db).merge(
    `u${String(userAt(at))}`,
    new Map([[titleAt(at), createProgress(at, 6000, END, false)]]),
    END,
  ),
);
await measure('newest 100 of a history', (at) =>
  binding
    .prepare('SELECT * FROM progress WHERE profile = ? ORDER BY last DESC, title_id DESC LIMIT 100')
    .bind(`u${String(userAt(at))}`)
    .all(),
);
await measure('payments of a user', (at) =>
  binding
    .prepare('SELECT * FROM payments WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT 20')
    .bind(userAt(at))
    .all(),
);
await measure('settle and deliver a payment (one batch, synchronous)', async (at) => {
  const id = `bench-${String(at)}`;
  sqlite.exec(`INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint, referrer,
      commission, created_at, expires_at, checked_at, settled_at)
    VALUES ('${id}', ${String(userAt(at))}, 'plan', 'settled', 'saman', 200000, 0, 20000, 220000, 'f', 4, 0, ${String(END)}, ${String(END)}, 0, ${String(END)});
    INSERT INTO payment_lines (payment_id, line, kind, item_id, name_fa, name_en, days, list_price, discount, vat, total)
    VALUES ('${id}', 0, 'plan', 1, '', '', 30, 200000, 0, 20000, 220000)`);
  await batch(db, buildDeliveryStatements(id));
});

const slices: number[] = [];
const findings: string[] = [];
const verified = await time(async () => {
  for (let next: WalkCursor | null = WALK_START; next !== null;) {
    const start = performance.now();
    const slice: Awaited<ReturnType<typeof verifySlice>> = await verifySlice(binding, next);
    slices.push((performance.now() - start) / 1000);
    findings.push(...slice.findings);
    next = slice.next;
  }
});
const day = await time(async () => {
  findings.push(...(await verifyDay(binding, new Date((START + 180 * DAY) * 1000).toISOString().slice(0, 10))));
});
const memory = process.resourceUsage().maxRSS / 1024;

const scaled = (value: number) => value / SHARE;
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const progressBytes = sizes.find(({ table }) => table === 'progress');
const lines = [
  `Share ${values.share} (${accounts.toLocaleString('en')} accounts), ${String(SAMPLES)} samples of a statement. Sizes and minutes of the whole are multiplied by ${String(Math.round(1 / SHARE))}.`,
  '',
  row(
    'Table',
    'rows',
    'bytes of a row, with indexes',
    'rows of the whole',
    'GB of the whole',
    `above ${String(D1_GB)} GB`,
  ),
  row('---', '---', '---', '---', '---', '---'),
  ...sizes.map(({ table, rows, bytes: size }) => {
    const gigabytes = scaled(size) / GB;
    return row(
      table,
      rows,
      Math.round(size / rows),
      scaled(rows),
      gigabytes.toFixed(1),
      gigabytes > D1_GB ? 'yes' : 'no',
    );
  }),
  '',
  `26 GB of progress are ${((FULL_PROGRESS_GB * GB * (progressBytes?.rows ?? 0)) / (progressBytes?.bytes ?? 1) / FULL_ACCOUNTS).toFixed(0)} titles for each account.`,
  '',
  row('Statement', 'p50, ms', 'p95, ms'),
  row('---', '---', '---'),
  ...statements.map(({ name, p50, p95 }) => row(name, p50.toFixed(2), p95.toFixed(2))),
  '',
  row('Ledger', 'measured', 'of the whole'),
  row('---', '---', '---'),
  row('seal all entries', `${sealed.toFixed(1)} s`, `${(scaled(sealed) / 60).toFixed(0)} min`),
  row('verify the whole', `${verified.toFixed(1)} s`, `${(scaled(verified) / 60).toFixed(0)} min`),
  row('verify one day', `${day.toFixed(2)} s`, `${(scaled(day) / 60).toFixed(1)} min`),
  row('longest slice', `${(Math.max(...slices) * 1000).toFixed(0)} ms`, `the same; limit ${String(D1_SECONDS)} s`),
  row('highest memory', `${memory.toFixed(0)} MB`, 'the same'),
];
console.log(lines.join('\n'));
const bench = findings.filter((finding) => !finding.includes('bench-'));
if (bench.length > 0) {
  console.error(bench.slice(0, 5).join('\n'));
  process.exitCode = 1;
}
if (Math.max(...slices) > D1_SECONDS || statements.some(({ p95 }) => p95 > D1_SECONDS * 1000)) process.exitCode = 1;
