// npm start: the production Worker on this machine, set up by itself.
import { buildIfNeeded } from './lib/build.mjs';
import { DEV_VARS, STATE_DIR, ensureLocalVars, seed } from './lib/local-state.mjs';
import { parsePort, requireFreePort } from './lib/ports.mjs';
import { isEnding, stopChildrenOnExit } from './lib/processes.mjs';
import { command, problem, withProgress } from './lib/progress.mjs';
import { serve } from './lib/serve.mjs';

stopChildrenOnExit(0);
await command(async () => {
  const port = parsePort(process.env.PORT, 4321);
  await requireFreePort(port, `, or choose another: PORT=${port + 1} npm start`);
  await buildIfNeeded();
  ensureLocalVars(DEV_VARS);
  await seed(STATE_DIR);
  const server = await withProgress('Starting the Worker', () =>
    serve({ port, stateDir: STATE_DIR, envFile: DEV_VARS }),
  );
  console.log(`
  Pardeh        ${server.url}
  Login codes   ${server.url}/dev/inbox
  Ctrl-C stops.
`);
  const code = await server.ended;
  if (!isEnding()) throw problem(`The Worker stopped by itself (code ${code}).`);
});
