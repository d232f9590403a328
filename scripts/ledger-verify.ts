// npm run ledger:verify [-- --day 2026-11-24] [--resume] [--anchor SEAL:HASH] [--data FOLDER | --remote]: verifies the
// ledger of the local state, of a Node host's folder, or of the deployed site. Exits 1 if there is a finding.
import { STORE_TARGET_OPTIONS } from '../tools/import/open-store.ts';
import { openForReading } from '../tools/ledger/open-database.ts';
import { runVerify } from '../tools/ledger/verify-command.ts';
import { parseCommand } from '../tools/lib/arguments.ts';
import { command } from '../tools/lib/progress.ts';

const USAGE =
  'Usage: npm run ledger:verify [-- --day 2026-11-24] [--resume] [--anchor SEAL:HASH] [--data FOLDER | --remote]';
const OPTIONS = {
  ...STORE_TARGET_OPTIONS,
  day: { type: 'string' },
  anchor: { type: 'string' },
  resume: { type: 'boolean', default: false },
} as const;

await command(async () => {
  const { values } = parseCommand(process.argv.slice(2), OPTIONS, USAGE);
  const { db, close } = await openForReading(values);
  const place = values.remote ? 'remote' : encodeURIComponent(values.data ?? 'local');
  const { findings, anchor } = await runVerify(db, { ...values, progressFile: `.cache/ledger-verify-${place}.json` });
  await close();
  for (const finding of findings) console.error(finding);
  console.log(findings.length === 0 ? 'The books hold.' : `${String(findings.length)} findings.`);
  console.log(`Anchor: ${anchor}`);
  if (findings.length > 0) process.exitCode = 1;
});
