// npm run ledger:verify: proves that the books of a database hold. The local one, with --data that of a data folder, or
// with --remote the deployed one through wrangler. Prints each finding; exits 1 where there is any.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as v from 'valibot';
import { LEDGER_RULES, verifyLedger } from '../src/features/ledger/server/verify.ts';
import { openConnection } from '../src/host/node/database/connection.ts';
import { openSqliteD1 } from '../src/host/node/database/d1.ts';
import { describeFolder } from '../src/host/node/run/data-folder.ts';
import { PLACE_OPTIONS, requireOnePlace } from '../tools/import/open-store.ts';
import { parseCommand } from './lib/arguments.ts';
import { openState } from './lib/open-state.ts';
import { command, problem } from './lib/progress.ts';

const USAGE = 'Usage: npm run ledger:verify [-- --remote | --data FOLDER]';

const remoteAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ results: v.array(v.object({ what: v.string(), amount: v.number() })) })),
);

async function local(): Promise<string[]> {
  const { env, dispose } = await openState(process.env['STATE_DIR'] ?? '.wrangler/state');
  const findings = await verifyLedger(env.DB);
  await dispose();
  return findings;
}

async function verifyFolder(folder: string): Promise<string[]> {
  const { database } = describeFolder(folder);
  if (!existsSync(database)) throw problem(`There is no database under ${folder}.`);
  const db = openConnection(database, 'read');
  return verifyLedger(openSqliteD1(db)).finally(() => db.close());
}

function remote(): string[] {
  return LEDGER_RULES.flatMap(({ name, sql }) => {
    const args = ['d1', 'execute', 'pardeh', '--remote', '--json', '--command', sql];
    const [answer] = v.parse(remoteAnswer, execFileSync('wrangler', args, { encoding: 'utf8' }));
    return (answer?.results ?? []).map(({ what, amount }) => `${name}: ${what} (${String(amount)} toman)`);
  });
}

await command(async () => {
  const { values } = parseCommand(process.argv.slice(2), PLACE_OPTIONS, USAGE);
  requireOnePlace(values);
  const findings = values.remote ? remote() : await (values.data === undefined ? local() : verifyFolder(values.data));
  for (const finding of findings) console.error(finding);
  console.log(findings.length === 0 ? 'The books hold.' : `${String(findings.length)} findings.`);
  if (findings.length > 0) process.exitCode = 1;
});
