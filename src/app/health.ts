import type { Env } from '../platform/config/env.ts';
import { withDeadline } from '../platform/http/deadline.ts';

export const HEALTH_PATH = '/healthz';
const DEADLINE_MS = 2000;

/** 200 while the database answers, else 503. Provider mode has no database. */
export async function answerHealth(request: Request, env: Env): Promise<Response> {
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } });
  const isHealthy = env.API_BASE_URL !== '' || (await canRead(env));
  const body = JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable' });
  return new Response(request.method === 'HEAD' ? null : body, {
    status: isHealthy ? 200 : 503,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  });
}

async function canRead({ DB }: Env): Promise<boolean> {
  try {
    await withDeadline(DB.prepare('SELECT 1').first(), DEADLINE_MS, 'health');
    return true;
  } catch {
    return false;
  }
}
