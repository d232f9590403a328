// npm start: the production Worker on this machine, set up by itself.
import { buildIfNeeded } from '../tools/lib/build.ts';
import { DEV_VARS, STATE_DIR, ensureLocalVars, seed } from '../tools/lib/local-state.ts';
import { parsePort, requireFreePort } from '../tools/lib/ports.ts';
import { isEnding, stopChildrenOnExit } from '../tools/lib/processes.ts';
import { command, problem, withProgress } from '../tools/lib/progress.ts';
import { serve } from '../tools/lib/serve.ts';
import { buildStartText } from '../tools/lib/start-text.ts';
import { tickSchedule } from '../tools/lib/tick-schedule.ts';

stopChildrenOnExit(0);
await command(async () => {
  const port = parsePort(process.env['PORT'], 4321);
  await requireFreePort(port, `, or choose another: PORT=${port + 1} npm start`);
  ensureLocalVars(DEV_VARS);
  // Neither needs the other.
  await Promise.all([buildIfNeeded({ hasTypes: false }), seed(STATE_DIR, ['--owner'])]);
  const server = await withProgress('Starting the Worker', () =>
    serve({ port, stateDir: STATE_DIR, envFile: DEV_VARS }),
  );
  tickSchedule(server.url);
  console.log(buildStartText(server.url));
  const code = await server.ended;
  if (!isEnding()) throw problem(`The Worker stopped by itself (code ${code}).`);
});
