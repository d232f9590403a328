import { handle } from '@astrojs/cloudflare/handler';
import type { Env } from '../../platform/config/env.ts';
import { runCron } from '../../app/cron.ts';
import { refuseUnsafeCron } from '../../app/refuse-unsafe.ts';
import { createWorker } from '../../app/worker-app.ts';

export { Room } from '../../features/watch-party/server/room.ts';

const app = createWorker((request, env, ctx) => handle(request, env, ctx));

export default {
  fetch: (request, env, ctx) => app(request, env, ctx),
  scheduled: ({ cron }, env) => (refuseUnsafeCron(env) ? undefined : runCron(env, cron)),
} satisfies ExportedHandler<Env>;
