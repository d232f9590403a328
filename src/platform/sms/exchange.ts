import * as v from 'valibot';
import { DEADLINES } from '../config/deadlines.ts';
import type { Schema } from '../http/calls/call.ts';
import { fetchBounded, readJsonBody } from '../http/limits/fetch-bounded.ts';
import { maskMobile } from '../text/mobile.ts';
import { fail, ok, type Outcome } from '../outcome.ts';

export interface Exchange<S extends Schema> {
  provider: string;
  mobile: string;
  url: string;
  init: RequestInit;
  answer: S;
  /** Null where the SMS was sent, else the reason. */
  problem: (answer: v.InferOutput<S>) => string | null;
}

export const smsStatus = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d{1,6}$/))]),
  v.transform(Number),
);

const TIMEOUT_NAME = 'TimeoutError';
const MAX_ANSWER_BYTES = 64 * 1024;

/** Logs provider, masked number and reason only: Kavenegar's URL contains the key, and an error's text may quote it. */
export async function exchange<S extends Schema>(sms: Exchange<S>): Promise<Outcome<null, 'sms_failed'>> {
  const problem = await sendRequest(sms);
  if (problem === null) return ok(null);
  console.error(`sms ${sms.provider} to ${maskMobile(sms.mobile)}: ${problem}`);
  return problem === TIMEOUT_NAME ? ok(null) : fail('sms_failed'); // A late provider sends it, and its code must work
}

async function sendRequest<S extends Schema>({ url, init, answer, problem }: Exchange<S>): Promise<string | null> {
  try {
    const bounds = { timeoutMs: DEADLINES.call, maxBytes: MAX_ANSWER_BYTES };
    const response = await fetchBounded(url, { ...init, method: 'POST' }, bounds);
    const parsed = v.safeParse(answer, await readJsonBody(response));
    return parsed.success ? problem(parsed.output) : `HTTP ${String(response.status)}, not an answer it documents`;
  } catch (cause) {
    return cause instanceof Error ? cause.name : 'no answer';
  }
}
