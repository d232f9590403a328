import { handle } from '@astrojs/cloudflare/handler';
import type { Env } from './config/env.ts';
import { runCron } from './server/cron.ts';
import { createWorker } from './server/worker-app.ts';

export { Room } from './server/modules/together/room.ts';

const app = createWorker((request, env, ctx) => handle(request, env, ctx));

export default {
  fetch: (request, env, ctx) => app(request, env, ctx),
  scheduled: ({ cron }, env) => runCron(env, cron),
} satisfies ExportedHandler<Env>;
