import { handle } from '@astrojs/cloudflare/handler';
import { createApp } from 'astro/app/entrypoint';
import { isCacheable } from '../../edge/shared-address.ts';
import type { ApiFetch } from '../../platform/http/calls/api-base.ts';

const app = createApp({ streaming: false });

/** A shared page is read to its end before it is sent, so it is rendered as one text. A personal page streams. */
export const renderPage: ApiFetch = async (request, env, ctx) => {
  const isShared = !import.meta.env.DEV && isCacheable(request, new URL(request.url));
  const routeData = isShared ? app.match(request) : undefined;
  if (!routeData) return handle(request, env, ctx);
  const response = await app.render(request, {
    routeData,
    locals: { cfContext: ctx },
    waitUntil: (work) => ctx.waitUntil(work),
  });
  for (const cookie of app.setCookieHeaders(response)) response.headers.append('set-cookie', cookie);
  return response;
};
