// npm run reindex: rebuilds the search index from the catalogue, as after a restore of D1. docs/operations.md says when.
import { openStore, STORE_TARGET_OPTIONS } from '../tools/import/open-store.ts';
import { parseCommand } from '../tools/lib/arguments.ts';
import { command, formatSeconds } from '../tools/lib/progress.ts';
import { rebuildSearch } from '../tools/reindex/rebuild.ts';

const USAGE = 'Usage: npm run reindex [-- --remote | --data FOLDER]';
const REPORT_EVERY = 10_000;

await command(async () => {
  const { values } = parseCommand(process.argv.slice(2), STORE_TARGET_OPTIONS, USAGE);
  const started = Date.now();
  const store = openStore(values);
  try {
    let reportCount = 0;
    const written = await rebuildSearch(store, (count) => {
      if (count - reportCount < REPORT_EVERY) return;
      reportCount = count;
      console.log(`${String(count)} documents …`);
    });
    await store.putVersion(`reindex-${started.toString(36)}`);
    console.log(`${String(written)} documents are in the search index (${formatSeconds(Date.now() - started)}).`);
  } finally {
    await store.close();
  }
});
