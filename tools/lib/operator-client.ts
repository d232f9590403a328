import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { Call, Input, Output } from '../../src/platform/http/calls/call.ts';
import { DEV_VARS } from './local-state.ts';
import { problem } from './progress.ts';

const TRIES = 20;
const failure = v.object({ code: v.string(), message: v.string() });

/** Calls a site's operator API. Waits where it says that there were too many calls; throws a Problem with what it says. */
export type OperatorClient = <C extends Call>(call: C, input: Input<C>) => Promise<Output<C>>;

/** A client of the operator's calls at `site` (its origin); its token, OPERATOR_TOKEN, goes by https or stays local. */
export function openOperator(site: string): OperatorClient {
  const { origin, hostname, protocol } = new URL(site);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isLocal) throw problem(`${site}: the operator's token is sent by https only.`);
  const token = (process.env['OPERATOR_TOKEN'] ?? (isLocal ? devToken() : ''))
    .split(',')[0]
    ?.replace(/^[a-z][\w-]*:/, '');
  if (token === undefined || token === '') throw problem('OPERATOR_TOKEN is not set in the environment.');
  return async (call, input) => {
    const { path, rest } = fillPath(call, input);
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    const url = `${origin}/api/v1${path}${call.method === 'GET' && query.size > 0 ? `?${query.toString()}` : ''}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en' };
    const init = {
      method: call.method,
      headers,
      redirect: 'error' as const,
      ...(call.method === 'POST' && { body: JSON.stringify(rest) }),
    };
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(url, init);
      const body: unknown = await response.json().catch(() => null);
      if (response.ok) return v.parse(call.output, body);
      if (response.status !== 429 || tries === TRIES) {
        const safeParseResult = v.safeParse(failure, body);
        if (!safeParseResult.success) throw problem(`HTTP ${String(response.status)}`);
        const { code, message } = safeParseResult.output;
        throw problem(`${code}: ${message}`, code);
      }
      await wait(1000 * Math.min(60, Number(response.headers.get('retry-after') ?? 10)));
    }
  };
}

/** The address that `npm start` serves. */
export const LOCAL_SITE = `http://localhost:${process.env['PORT'] ?? '4321'}`;

function fillPath(call: Call, input: unknown): { path: string; rest: Record<string, unknown> } {
  const rest = Object.fromEntries(Object.entries(input as object).filter(([, value]) => value !== undefined));
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a path parameter is not sent twice
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

function devToken(): string {
  const text = existsSync(DEV_VARS) ? readFileSync(DEV_VARS, 'utf8') : '';
  return /^OPERATOR_TOKEN=(.+)$/m.exec(text)?.[1]?.trim() ?? '';
}
