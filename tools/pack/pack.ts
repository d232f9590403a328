// npm run pack:offline [-- FILE]: one archive that runs the site on a machine without a registry (docs/deploy.md).
import { stopChildrenOnExit } from '../../scripts/lib/processes.ts';
import { command } from '../../scripts/lib/progress.ts';
import { packOffline } from './pack-offline.ts';

stopChildrenOnExit();
await command(async () => {
  const [target = `pardeh-${process.platform}-${process.arch}.tar.gz`] = process.argv.slice(2);
  const { bytes, sha256 } = await packOffline(target);
  console.log(`${target}: ${(bytes / 2 ** 20).toFixed(1)} MiB\nsha256 ${sha256}`);
});
