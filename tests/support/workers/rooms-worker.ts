import type { Env } from '../../../src/platform/config/env.ts';
import { runCron } from '../../../src/app/cron.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { ProgressObject as ShippedProgress } from '../../../src/host/cloudflare/progress-object.ts';

export { Room } from '../../../src/host/cloudflare/room.ts';

const HANG_MS = 60_000;

/** Its alarm rings when a test asks for it, and its reads hang while a test wants it. */
export class ProgressObject extends ShippedProgress {
  private isHanging = false;
  private reads = 0;

  ring(): Promise<void> {
    return this.alarm();
  }

  /** Gives the number of reads until now. */
  hang(isHanging: boolean): Promise<number> {
    this.isHanging = isHanging;
    return Promise.resolve(this.reads);
  }

  override async pack(profile: string): Promise<string> {
    this.reads += 1;
    if (this.isHanging) await new Promise((done) => setTimeout(done, HANG_MS));
    return super.pack(profile);
  }
}

const app = createWorker(() => Promise.resolve(new Response('no pages', { status: 404 })));

/** Milliseconds until a request with `x-leave` ends, as when its viewer closes the page: what it waits for is cancelled. */
const LEAVE_MS = 100;

/** The Worker with its rooms, without pages. `POST /prepare` runs statements on its database, `/cron` a tick, and
 * `/ring?<profile>` the alarm of a profile's object; `/hang?<profile>` makes its reads hang, `/mend?<profile>` ends that. */
export default {
  fetch: async (request, env, ctx) => {
    if (request.headers.has('x-leave')) {
      void app(request, env, ctx);
      await new Promise((done) => setTimeout(done, LEAVE_MS));
      return new Response('left');
    }
    const { pathname, search } = new URL(request.url);
    if (['/ring', '/hang', '/mend'].includes(pathname) && env.PROGRESS) {
      const object = env.PROGRESS.get(env.PROGRESS.idFromName(search.slice(1))) as unknown as ProgressObject;
      if (pathname !== '/ring') return Response.json(await object.hang(pathname === '/hang'));
      await object.ring();
      return new Response('rung');
    }
    if (pathname === '/cron') {
      await runCron(env, '*/2 * * * *');
      return new Response('done');
    }
    if (pathname !== '/prepare') return app(request, env, ctx);
    const statements: string[] = await request.json();
    await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
    await env.MEDIA.put('video/clip-1/master.m3u8', '#EXTM3U\n');
    return new Response('ready');
  },
} satisfies ExportedHandler<Env>;
