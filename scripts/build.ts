// npm run build: the production Worker in dist/, if its sources have changed.
import { buildIfNeeded } from './lib/build.ts';
import { stopChildrenOnExit } from './lib/processes.ts';
import { command } from './lib/progress.ts';

stopChildrenOnExit();
await command(async () => {
  const id = await buildIfNeeded();
  console.log(`dist/ holds build ${id}.`);
});
