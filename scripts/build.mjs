// npm run build: the production Worker in dist/, if its sources have changed.
import { buildIfNeeded } from './lib/build.mjs';
import { stopChildrenOnExit } from './lib/processes.mjs';
import { command } from './lib/progress.mjs';

stopChildrenOnExit();
await command(async () => {
  const id = await buildIfNeeded();
  console.log(`dist/ holds build ${id}.`);
});
