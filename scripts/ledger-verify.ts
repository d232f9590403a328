// npm run ledger:verify [-- --day 2026-11-24] [--resume] [--anchor SEAL:HASH] [--data FOLDER | --remote]: verifies the
// ledger of the local state, of a Node host's folder, or of the deployed site. Exits 1 if there is a finding.
import { existsSync } from 'node:fs';
import { openConnection } from '../src/host/node/database/connection.ts';
import { openSqliteD1 } from '../src/host/node/database/d1.ts';
import { describeFolder } from '../src/host/node/run/data-folder.ts';
import { PLACE_OPTIONS, requireOnePlace, type Place } from '../tools/import/open-store.ts';
import { runVerify } from '../tools/ledger/verify-command.ts';
import { openWranglerD1 } from '../tools/ledger/wrangler-d1.ts';
import { parseCommand } from './lib/arguments.ts';
import { openState } from './lib/open-state.ts';
import { command, problem } from './lib/progress.ts';

const USAGE =
  'Usage: npm run ledger:verify [-- --day 2026-11-24] [--resume] [--anchor SEAL:HASH] [--data FOLDER | --remote]';
const OPTIONS = {
  ...PLACE_OPTIONS,
  day: { type: 'string' },
  anchor: { type: 'string' },
  resume: { type: 'boolean', default: false },
} as const;

async function open({ remote, data }: Place): Promise<{ db: D1Database; close: () => unknown }> {
  if (remote) return { db: openWranglerD1(), close: () => undefined };
  if (data !== undefined) {
    const { database } = describeFolder(data);
    if (!existsSync(database)) throw problem(`There is no database under ${data}.`);
    const file = openConnection(database, 'read');
    return { db: openSqliteD1(file), close: () => file.close() };
  }
  const { env, dispose } = await openState(process.env['STATE_DIR'] ?? '.wrangler/state');
  return { db: env.DB, close: dispose };
}

await command(async () => {
  const { values } = parseCommand(process.argv.slice(2), OPTIONS, USAGE);
  requireOnePlace(values);
  const { db, close } = await open(values);
  const place = values.remote ? 'remote' : encodeURIComponent(values.data ?? 'local');
  const { findings, anchor } = await runVerify(db, { ...values, progressFile: `.cache/ledger-verify-${place}.json` });
  await close();
  for (const finding of findings) console.error(finding);
  console.log(findings.length === 0 ? 'The books hold.' : `${String(findings.length)} findings.`);
  console.log(`Anchor: ${anchor}`);
  if (findings.length > 0) process.exitCode = 1;
});
