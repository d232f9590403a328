import { createApp } from 'astro/app/entrypoint';
import { NIGHTLY, runCron } from '../../app/cron.ts';
import { createWorker } from '../../app/worker-app.ts';
import { isCacheable } from '../../edge/shared-address.ts';
import { createRenderGate } from './http/render-gate.ts';
import type { ApiFetch } from '../../platform/http/calls/api-base.ts';

const streaming = createApp({ streaming: true });
const buffered = createApp({ streaming: false });

/** As host/cloudflare/render-page.ts: a shared page is rendered as one text, a personal page streams. */
const renderPage: ApiFetch = async (request, env, ctx) => {
  const routeData = buffered.match(request);
  if (!routeData && (request.method === 'GET' || request.method === 'HEAD')) {
    const file = await env.ASSETS.fetch(request.url);
    if (file.status !== 404) return file;
  }
  const app = isCacheable(request, new URL(request.url)) ? buffered : streaming;
  const response = await app.render(request, {
    ...(routeData && { routeData }),
    locals: { cfContext: ctx },
    waitUntil: (work) => ctx.waitUntil(work),
  });
  for (const cookie of app.setCookieHeaders(response)) response.headers.append('set-cookie', cookie);
  return response;
};

export const renders = createRenderGate();
export const fetch: ApiFetch = createWorker(renders.wrap(renderPage));
export const scheduled = runCron;
export const build = __BUILD_ID__;
/** Times in UTC, as `crons` of wrangler.toml. */
export const crons = ['*/2 * * * *', NIGHTLY];
