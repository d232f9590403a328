import * as v from 'valibot';
import type { Schema } from '../../../../platform/http/calls/call.ts';
import { fetchBounded, readJsonBody } from '../../../../platform/http/limits/fetch-bounded.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';

export interface BankLink {
  /** Empty: directly. Else `https://relay.example`, which passes `/<host>/<path>` on to `https://<host>/<path>`. */
  relayBase: string;
  /** Sent to the relay only, as `x-relay-secret`. */
  relaySecret: string;
  timeoutMs: number;
  /** Told of JSON that a bank does not document, without its values: the payment waits until somebody looks. */
  report: (bank: string, path: string, deviation: string) => Promise<unknown>;
}

interface BankRequest<S extends Schema> {
  bank: string;
  method?: 'POST' | 'GET' | 'PATCH' | 'DELETE';
  host: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  answer: S;
  withStatus?: boolean;
}

const MAX_ANSWER_BYTES = 256 * 1024; // Vandar's list of banks is the longest answer

/** Asks once. `gateway_unreachable` on timeout, HTML or an undocumented shape: the result is unknown. Logs no body. */
export async function postToBank<S extends Schema>(
  link: BankLink,
  request: BankRequest<S>,
): Promise<Outcome<v.InferOutput<S>, 'gateway_unreachable'>> {
  const { bank, method = 'POST', host, path, headers = {}, body, answer, withStatus = false } = request;
  const isDirect = link.relayBase === '';
  const url = isDirect ? `https://${host}${path}` : `${link.relayBase.replace(/\/$/, '')}/${host}${path}`;
  try {
    const init = {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(!isDirect && { 'x-relay-secret': link.relaySecret }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await fetchBounded(url, init, { timeoutMs: link.timeoutMs, maxBytes: MAX_ANSWER_BYTES });
    const json = await readJsonBody(response);
    const message = withStatus && isObject(json) ? { ...json, http_status: response.status } : json;
    const parsed = v.safeParse(answer, message);
    if (parsed.success && json !== undefined) return ok(parsed.output);
    if (json !== undefined && !parsed.success) {
      const [issue] = parsed.issues;
      await link.report(
        bank,
        path,
        `HTTP ${String(response.status)}, ${v.getDotPath(issue) ?? 'body'}: ${issue.expected ?? issue.message}`,
      );
    }
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
