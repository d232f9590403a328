// npm run dev: hot reload, on the same local data as npm start.
import { generate } from '../tools/lib/generate.ts';
import { DEV_VARS, STATE_DIR, ensureLocalVars, seed } from '../tools/lib/local-state.ts';
import { parsePort, requireFreePort } from '../tools/lib/ports.ts';
import { isEnding, start, stopChildrenOnExit } from '../tools/lib/processes.ts';
import { command, problem, withProgress } from '../tools/lib/progress.ts';

stopChildrenOnExit(0);
await command(async () => {
  const port = parsePort(process.env['PORT'], 4321);
  await requireFreePort(port, `, or choose another: PORT=${port + 1} npm run dev`);
  ensureLocalVars(DEV_VARS);
  await withProgress('Compiling texts', generate);
  await seed(STATE_DIR);
  console.log(`Login codes: http://localhost:${port}/dev/inbox`);
  // Astro's Cloudflare plugin keeps its state in .wrangler/state by default, which is STATE_DIR.
  const env = { ASTRO_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' };
  const { ended } = start('astro', ['dev', '--port', String(port)], { env, inherit: true });
  const code = await ended;
  if (!isEnding()) throw problem(`astro dev stopped by itself (code ${code}).`);
});
