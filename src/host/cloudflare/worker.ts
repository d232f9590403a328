import type { Env } from '../../platform/config/env.ts';
import { runCron } from '../../app/cron.ts';
import { refuseUnsafeCron } from '../../app/refuse-unsafe.ts';
import { createWorker } from '../../app/worker-app.ts';
import { withForwardedScheme } from '../../platform/http/origin/site-origin.ts';
import { renderPage } from './render-page.ts';

export { ProgressObject } from './progress-object.ts';
export { Room } from './room.ts';

const app = createWorker(renderPage);

export default {
  fetch: (request, env, ctx) => app(withForwardedScheme(request, env), env, ctx),
  scheduled: ({ cron }, env) => (refuseUnsafeCron(env) ? undefined : runCron(env, cron)),
} satisfies ExportedHandler<Env>;
