import type { Env } from '../config/env.ts';
import { fail } from '../domain/outcome.ts';
import { API_BASE, createApp, type ApiFetch } from './app.ts';
import { respondFailure } from './lib/respond.ts';

const app = createApp();
const embedded: ApiFetch = async (request, env, ctx) => app.fetch(request, env, ctx);

/** What stands behind /api/v1: this Worker's own API, or the provider at `API_BASE_URL`. Callers cannot tell. */
export function apiBackend(env: Env): ApiFetch {
  return env.API_BASE_URL === '' ? embedded : (request) => passThrough(request, env.API_BASE_URL);
}

/** Headers that the provider needs; cookies and the visitor's other headers stay here. */
const FORWARDED = ['accept', 'accept-language', 'authorization', 'content-type'];

async function passThrough(request: Request, base: string): Promise<Response> {
  const url = new URL(request.url);
  const target = base.replace(/\/$/, '') + url.pathname.slice(API_BASE.length) + url.search;
  const headers = new Headers();
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const address = request.headers.get('cf-connecting-ip');
  if (address !== null) headers.set('x-forwarded-for', address);
  try {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const response = await fetch(target, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(hasBody ? { body: await request.arrayBuffer() } : {}),
    });
    const answer = new Response(response.body, response);
    answer.headers.delete('set-cookie');
    return answer;
  } catch (cause) {
    console.error(`provider ${request.method} ${url.pathname}:`, cause);
    return respondFailure(fail('provider_unreachable'));
  }
}
