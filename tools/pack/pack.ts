// npm run pack:offline [-- FILE] [--twice]: one archive that runs the site on a machine without a registry
// (docs/deploy.md). --twice: builds twice before, and stops where the bytes differ.
import { parseArgs } from 'node:util';
import { stopChildrenOnExit } from '../lib/processes.ts';
import { command, problem } from '../lib/progress.ts';
import { buildTwice } from './build-twice.ts';
import { packOffline } from './pack-offline.ts';

stopChildrenOnExit();
await command(async () => {
  const options = { twice: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [target = `pardeh-${process.platform}-${process.arch}.tar.gz`] = positionals;
  const differences = values.twice ? await buildTwice() : [];
  if (differences.length > 0) throw problem(`Two builds differ in ${differences.join(', ')}.`);
  const { bytes, sha256 } = await packOffline(target);
  console.log(`${target}: ${(bytes / 2 ** 20).toFixed(1)} MiB\nsha256 ${sha256}`);
});
