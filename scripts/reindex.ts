// npm run reindex: rebuilds the search index from the catalogue, as after a restore of D1. docs/operations.md says when.
import { parseArgs } from 'node:util';
import { openLocalStore } from '../tools/import/local-store.ts';
import { openWranglerStore } from '../tools/import/remote-store.ts';
import { command, problem, formatSeconds } from './lib/progress.ts';
import { rebuildSearch } from './reindex/rebuild.ts';

/** As in seed.ts: tests have a state folder of their own. */
const STATE_DIR = process.env['STATE_DIR'] ?? '.wrangler/state';
const REPORT_EVERY = 10_000;

await command(async () => {
  const { remote } = parse(process.argv.slice(2));
  const started = Date.now();
  const store = remote ? openWranglerStore() : openLocalStore(STATE_DIR);
  try {
    let shown = 0;
    const written = await rebuildSearch(store, (count) => {
      if (count - shown < REPORT_EVERY) return;
      shown = count;
      console.log(`${String(count)} documents …`);
    });
    await store.putVersion(`reindex-${started.toString(36)}`);
    console.log(`${String(written)} documents are in the search index (${formatSeconds(Date.now() - started)}).`);
  } finally {
    await store.close();
  }
});

function parse(args: string[]): { remote: boolean } {
  try {
    return parseArgs({ args, options: { remote: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw problem(`${error instanceof Error ? error.message : String(error)}\nUsage: npm run reindex [-- --remote]`);
  }
}
