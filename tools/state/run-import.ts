// npm run import-state -- FILE [--data FOLDER | --remote]: puts an export into a new local D1, a new data folder, or a new
// D1 of Cloudflare. All or nothing; ends with the ledger's check and a new search index (docs/deploy.md).
import { parseFileCommand } from '../lib/arguments.ts';
import { command, describeError, problem } from '../lib/progress.ts';
import { rebuildSearch } from '../reindex/rebuild.ts';
import { openStore, STORE_TARGET_OPTIONS, requireOneTarget, type StoreTarget } from '../import/open-store.ts';
import { importInto } from './import-into.ts';

async function finish(place: StoreTarget, verify: () => Promise<string[]>): Promise<string[]> {
  const findings = await verify();
  const store = openStore(place);
  try {
    await rebuildSearch(store, () => undefined);
    await store.putVersion(`import-${Date.now().toString(36)}`);
  } finally {
    await store.close();
  }
  return findings;
}

await command(async () => {
  const usage = 'Usage: npm run import-state -- FILE [--data FOLDER | --remote]';
  const { file, values } = parseFileCommand(process.argv.slice(2), STORE_TARGET_OPTIONS, usage);
  requireOneTarget(values);
  const { rows, verify } = await importInto(values, file);
  const findings = await finish(values, verify).catch((cause: unknown) => {
    throw problem(`${String(describeError(cause))}\nAll ${String(rows)} rows are in. These commands end the work, with the
same options: npm run ledger:verify, npm run reindex.`);
  });
  for (const finding of findings) console.error(finding);
  if (findings.length > 0)
    throw problem(`${String(findings.length)} findings in the books, which the export had, too.`);
  console.log(`${String(rows)} rows are imported, and the books hold.`);
});
