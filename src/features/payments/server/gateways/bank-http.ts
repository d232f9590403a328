import * as v from 'valibot';
import type { Schema } from '../../../../platform/http/call.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';

/** How banks are reached: directly, or by a relay with an address in Iran. */
export interface BankLink {
  /** Empty: directly. Else `https://relay.example`, which passes `/<host>/<path>` on to `https://<host>/<path>`. */
  relayBase: string;
  /** Sent to the relay as `x-relay-secret`, and to nobody else. */
  relaySecret: string;
  timeoutMs: number;
}

export interface BankQuestion<S extends Schema> {
  /** For the log. */
  bank: string;
  method?: 'POST' | 'GET' | 'PATCH' | 'DELETE';
  host: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  answer: S;
  /** Adds the answer's HTTP status as `http_status` to what the schema reads, where the body does not say as much. */
  withStatus?: boolean;
}

/**
 * Asks a bank once. A bank that does not answer in time, answers HTML, half a JSON or a shape it does not document is
 * `gateway_unreachable`: what it did is then not known. The log names bank, path and reason, never what was sent.
 */
export async function postToBank<S extends Schema>(
  link: BankLink,
  question: BankQuestion<S>,
): Promise<Outcome<v.InferOutput<S>, 'gateway_unreachable'>> {
  const { bank, method = 'POST', host, path, headers = {}, body, answer, withStatus = false } = question;
  const direct = link.relayBase === '';
  const url = direct ? `https://${host}${path}` : `${link.relayBase.replace(/\/$/, '')}/${host}${path}`;
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(link.timeoutMs),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(!direct && { 'x-relay-secret': link.relaySecret }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    const message = withStatus && isObject(json) ? { ...json, http_status: response.status } : json;
    const parsed = v.safeParse(answer, message);
    if (parsed.success) return ok(parsed.output);
    return failUnreachable(bank, path, `HTTP ${String(response.status)}, not an answer it documents`);
  } catch (cause) {
    return failUnreachable(bank, path, cause instanceof Error ? cause.name : 'no answer');
  }
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function failUnreachable(bank: string, path: string, reason: string) {
  console.error(`bank ${bank} ${path}: ${reason}`);
  return fail('gateway_unreachable');
}
