// npm run ledger:verify: proves that the books of a database hold. The local one, or with --remote the deployed one
// through wrangler. Prints each finding; exits 1 where there is any.
import { execFileSync } from 'node:child_process';
import * as v from 'valibot';
import { LEDGER_RULES, verifyLedger } from '../src/features/ledger/server/verify.ts';
import { openState } from './lib/open-state.ts';

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

function remote(): string[] {
  return LEDGER_RULES.flatMap(({ name, sql }) => {
    const args = ['d1', 'execute', 'pardeh', '--remote', '--json', '--command', sql];
    const [answer] = v.parse(remoteAnswer, execFileSync('wrangler', args, { encoding: 'utf8' }));
    return (answer?.results ?? []).map(({ what, amount }) => `${name}: ${what} (${String(amount)} toman)`);
  });
}

const findings = process.argv.includes('--remote') ? remote() : await local();
for (const finding of findings) console.error(finding);
console.log(findings.length === 0 ? 'The books hold.' : `${String(findings.length)} findings.`);
if (findings.length > 0) process.exitCode = 1;
