import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '../../../platform/config/env.ts';
import type { ApiFetch } from '../../../platform/http/calls/api-base.ts';
import type { Background } from '@pardeh/workers-on-node/process/context';
import { hideSecrets, requestId } from '../run/log.ts';
import type { Metrics } from '../run/metrics.ts';
import { admitDoor, signAnswer } from './admit-door.ts';
import { compress } from './compress.ts';
import { isKnownHost } from './known-host.ts';
import { sendKept, type KeptPage, type PageMemory } from './page-memory.ts';
import { sendResponse } from '@pardeh/workers-on-node/http/send-response';
import type { StaticFiles } from './static-files.ts';
import { toRequest } from '@pardeh/workers-on-node/http/to-request';

const ID = /^[\w-]{8,64}$/;

export interface Site {
  fetch: ApiFetch;
  build: string;
  env: Env;
  files: StaticFiles;
  pages: PageMemory;
  background: Background;
  metrics: Metrics;
  answerProbe: (request: Request, address: string | undefined) => Response | Promise<Response> | null;
}

export async function handle(site: Site, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const started = performance.now();
  const idHeader = incoming.headers['x-request-id'];
  const id = typeof idHeader === 'string' && ID.test(idHeader) ? idHeader : randomUUID();
  const { method = '', url = '' } = incoming;
  const report = (error: unknown) => console.error(`${method} ${hideSecrets(url)}:`, error);
  const key = site.pages.toKey(incoming);
  const sendPage = (page: KeptPage) => {
    site.metrics.count('page', page.status, (performance.now() - started) / 1000);
    sendKept(page, id, outgoing);
  };
  const recalled = key === null ? null : site.pages.get(key);
  if (recalled) {
    sendPage(recalled);
    return;
  }
  await requestId.run(id, async () => {
    let response = refuse(400);
    try {
      const request = toRequest(incoming);
      if (request) {
        response = await compress(request, await answer(site, request, incoming.socket.remoteAddress));
      }
      const page = key === null ? null : await site.pages.put(key, response);
      if (page) {
        sendPage(page);
        return;
      }
    } catch (error) {
      report(error);
      response = refuse(500);
    }
    response.headers.set('x-request-id', id);
    site.metrics.count(nameKind(url), response.status, (performance.now() - started) / 1000);
    try {
      await sendResponse(response, outgoing);
    } catch (error) {
      outgoing.destroy();
      if (!isDeparture(error)) report(error);
    }
  });
}

export async function answer(site: Site, request: Request, address: string | undefined): Promise<Response> {
  const visit = await admitDoor(request, site.env);
  if (visit === 'refused') return refuse(403);
  if (!visit) return answerVisit(site, request, address);
  const { env } = visit;
  return signAnswer(await answerVisit({ ...site, env }, visit.request, visit.address), env, site.build);
}

async function answerVisit(site: Site, request: Request, address: string | undefined): Promise<Response> {
  const url = new URL(request.url);
  const probe = site.answerProbe(request, address);
  if (probe) return probe;
  if (!isKnownHost(url.host, site.env)) return refuse(421);
  if (site.files.isFirst(url.pathname)) return site.files.fetch(request);
  const env = { ...site.env, SOCKET_ADDRESS: address ?? '' };
  return site.fetch(request, env, site.background.createContext());
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } });
}

function nameKind(target: string): string {
  if (target.startsWith('/api/')) return 'api';
  if (target.startsWith('/media/')) return 'media';
  return /^\/(_astro|fonts|parts)\//.test(target) ? 'file' : 'page';
}

function isDeparture(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  const codes = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'];
  return codes.includes(code);
}
