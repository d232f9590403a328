import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import type { Env } from '../../../src/platform/config/env.ts';
import type { Call, Output } from '../../../src/platform/http/calls/call.ts';
import { createApp } from '../../../src/app/api.ts';
import { API_BASE, type ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import type { Platform } from './platform.ts';

export const ORIGIN = 'https://pardeh.test';
export const NOON = 1_800_000_000;

/** The embedded API with a clock that a test turns (epoch seconds). */
export function openApi({ env, ctx }: Platform, vars: Partial<Env> = {}) {
  const clock = { now: NOON };
  const app = createApp({ now: () => clock.now });
  const bindings = { ...env, ...vars };
  const api: ApiFetch = async (request, requestEnv, requestCtx) => app.fetch(request, requestEnv, requestCtx);
  return {
    api,
    clock,
    env: bindings,
    /** Calls a path below /api/v1; a body makes it a JSON POST. */
    send: (path: string, options: AskOptions = {}) =>
      Promise.resolve(app.fetch(buildRequest(path, options), bindings, ctx)),
  };
}
export type TestApi = ReturnType<typeof openApi>;

export interface AskOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  origin?: string;
}

/** A request as an API client sends it. */
export function buildRequest(path: string, { method, body, headers = {}, origin = ORIGIN }: AskOptions = {}): Request {
  return new Request(origin + API_BASE + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The answer of a call that must succeed, checked against its contract. */
export async function parseAnswer<C extends Call>(call: C, response: Response): Promise<Output<C>> {
  if (!response.ok) throw new Error(`${call.name}: ${String(response.status)} ${await response.text()}`);
  return v.parse(call.output, await response.json());
}

const failure = v.strictObject({
  status: v.literal('error'),
  code: v.string(),
  message: v.pipe(v.string(), v.nonEmpty()),
  message_fa: v.pipe(v.string(), v.regex(/[آ-ی]/)),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
  data: v.optional(v.strictObject({ errors: v.record(v.string(), v.array(v.string())) })),
});

/** The body of a failure, checked to have the one shape of spec section 8, and its status. */
export async function parseFailure(response: Response) {
  const body = v.parse(failure, await response.json());
  return { status: response.status, code: body.code, fields: Object.keys(body.errors ?? {}), body };
}

/** Serves a fetch-style handler over real HTTP on loopback. */
export async function listen(
  handler: (request: Request) => Promise<Response>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((incoming, outgoing) => void answer(incoming, outgoing, handler));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => {
          done();
        });
      }),
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handler: (request: Request) => Promise<Response>,
): Promise<void> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const body = chunks.length > 0 ? { body: await new Blob(chunks).arrayBuffer() } : {};
  const url = `http://${incoming.headers.host ?? ''}${incoming.url ?? ''}`;
  const response = await handler(new Request(url, { method: incoming.method ?? 'GET', headers, ...body }));
  // As a list, so that each Set-Cookie stays.
  outgoing.writeHead(response.status, Array.from(response.headers).flat());
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}

/** A request as a browser sends it from our own page. */
export function fromBrowser(options: AskOptions = {}, cookie?: string): AskOptions {
  const headers = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...options.headers };
  return { ...options, headers };
}
