// npm run ledger:verify [-- --day 2026-11-24] [--resume] [--anchor SEAL:HASH] [--data FOLDER | --remote]: verifies the
// ledger of the local state, of a Node host's folder, or of the deployed site. Exits 1 if there is a finding.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openSqliteD1 } from '../src/host/node/database/d1.ts';
import { runVerify } from '../tools/ledger/verify-command.ts';
import { openWranglerD1 } from '../tools/ledger/wrangler-d1.ts';
import { openState } from './lib/open-state.ts';

const { values } = parseArgs({
  options: {
    day: { type: 'string' },
    anchor: { type: 'string' },
    data: { type: 'string' },
    resume: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
  },
});
const options = { ...values, progressFile: '.cache/ledger-verify.json' };

async function open(): Promise<{ db: D1Database; close: () => unknown }> {
  if (values.remote) return { db: openWranglerD1(), close: () => undefined };
  if (values.data !== undefined) {
    const file = new DatabaseSync(join(values.data, 'site.db'), { readOnly: true });
    return { db: openSqliteD1(file), close: () => file.close() };
  }
  const { env, dispose } = await openState(process.env['STATE_DIR'] ?? '.wrangler/state');
  return { db: env.DB, close: dispose };
}

const { db, close } = await open();
const { findings, anchor } = await runVerify(db, options);
await close();
for (const finding of findings) console.error(finding);
console.log(findings.length === 0 ? 'The books hold.' : `${String(findings.length)} findings.`);
console.log(`Anchor: ${anchor}`);
if (findings.length > 0) process.exitCode = 1;
