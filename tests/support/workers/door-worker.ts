import type { DoorEnv } from '../../../src/host/cloudflare/door/settings.ts';
import door from '../../../src/host/cloudflare/door/worker.ts';

const realNow = Date.now;
let ahead = 0;

/** The door, with a clock that `POST /forward-clock` moves by the seconds of its body. */
export default {
  fetch: async (request, env, ctx) => {
    if (new URL(request.url).pathname !== '/forward-clock') return door.fetch(request, env, ctx);
    ahead += Number(await request.text()) * 1000;
    Date.now = () => realNow() + ahead;
    return new Response('moved');
  },
} satisfies ExportedHandler<DoorEnv>;
