import type { Api, Result } from '../../../src/platform/client/api.ts';
import type { ApiError } from '../../../src/platform/http/calls/errors.ts';
import type { MoneyPorts } from '../../../src/features/payments/client/bank.ts';
import { createPendingPurchases } from '../../../src/features/payments/client/pending-purchases.ts';

/** An error of the API with these fields. */
const apiError = (fields: Partial<ApiError>): ApiError => ({
  status: 422,
  code: 'unknown',
  message: '',
  message_fa: '',
  errors: {},
  retry_after: null,
  ...fields,
});

export const refusal = (fields: Partial<ApiError>) => ({ ok: false as const, error: apiError(fields) });

/** Answers of calls by name: a value, or a failure made by `refusal`. */
export type Answers = Record<string, object | undefined>;

/** The browser as the stores of money see it. It answers from `answers`, and notes what it was asked and where it went. */
export function fakeBrowser(answers: Answers) {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const left: string[] = [];
  const cookie = { text: '' };
  const api = ((call: { name: string }, input: Record<string, unknown>) => {
    calls.push({ name: call.name, input });
    const answer = answers[call.name];
    const failed = answer !== undefined && 'ok' in answer;
    return Promise.resolve((failed ? answer : { ok: true, value: answer }) as Result<unknown>);
  }) as unknown as Api;
  const ports: MoneyPorts = {
    api,
    getCurrentPath: () => '/movie/1?hl=en',
    openBankPage: (payUrl) => {
      left.push(payUrl);
      return payUrl.startsWith('https://bank.example/');
    },
    navigate: (path) => left.push(path),
    referrer: () => 100,
    purchases: createPendingPurchases(
      () => cookie.text,
      (text) => (cookie.text = text),
    ),
  };
  const findInputs = (name: string) => calls.filter((one) => one.name === name).map(({ input }) => input);
  return { ports, answers, calls, left, findInputs, cookie };
}
