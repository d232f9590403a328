import * as v from 'valibot';
import { fail, ok } from '../../../domain/outcome.ts';
import { askBank, type BankLink } from '../payment/bank-http.ts';
import type { MandateProvider, WithdrawalState } from './port.ts';

const HOST = 'api.vandar.io';
const CONSENT = 'https://subscription.vandar.io/authorizations';

const banks = v.object({
  data: v.array(
    v.object({
      code: v.string(),
      name: v.string(),
      has_direct_debit_ability: v.optional(v.boolean(), true),
      is_healthy_on_direct_debit: v.optional(v.boolean(), true),
    }),
  ),
});
const stored = v.object({ result: v.object({ authorization: v.object({ token: v.string() }) }) });
const done = v.looseObject({ status: v.optional(v.union([v.number(), v.string()])) });
const withdrawal = v.looseObject({
  result: v.optional(
    v.looseObject({
      withdrawal: v.optional(
        v.looseObject({ id: v.union([v.string(), v.number()]), status: v.string(), amount: v.optional(v.number()) }),
      ),
    }),
  ),
  code: v.optional(v.union([v.number(), v.string()])),
});

const MAX_RETRIES = 1;
const FAILED = new Set(['FAILED', 'CANCELED', 'REFUND']);

export interface VandarConfig {
  link: BankLink;
  business: string;
  /** The bearer token, which lives five days; whoever runs the site refreshes it. */
  token: string;
  /** ISO date of today. */
  today: string;
}

/** Vandar v3. Amounts in rial; `track_id` is its idempotency key, and a repeated one is looked up. */
export function vandarMandates({ link, business, token, today }: VandarConfig): MandateProvider {
  const ask = <S extends v.GenericSchema>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    answer: S,
    body?: unknown,
  ) =>
    askBank(link, {
      bank: 'vandar',
      method,
      host: HOST,
      path: `/v3/business/${encodeURIComponent(business)}/subscription/${path}`,
      headers: { authorization: `Bearer ${token}` },
      answer,
      ...(body !== undefined && { body }),
    });
  /** Instant withdrawals resolve only once they are asked for by their own id. */
  const byId = async (id: string): Promise<WithdrawalState> => {
    const answer = await ask('GET', `withdrawal/${encodeURIComponent(id)}`, withdrawal);
    return answer.ok ? stateOf(answer.value) : { kind: 'unknown' };
  };
  const lookUp = async (trackId: string): Promise<WithdrawalState> => {
    const answer = await ask('GET', `withdrawal/track-id/${encodeURIComponent(trackId)}`, withdrawal);
    if (!answer.ok) return { kind: 'unknown' };
    const found = answer.value.result?.withdrawal;
    return found ? byId(String(found.id)) : { kind: 'missing' };
  };

  return {
    id: 'vandar',
    banks: async () => {
      const answer = await ask('GET', 'banks/actives', banks);
      if (!answer.ok) return fail('gateway_failed');
      const able = answer.value.data.filter((bank) => bank.has_direct_debit_ability);
      return ok(able.map(({ code, name, is_healthy_on_direct_debit: is_healthy }) => ({ code, name, is_healthy })));
    },
    create: async ({ bank, mobile, callbackUrl, rialEach, countPerMonth, endsOn }) => {
      const answer = await ask('POST', 'authorization/store', stored, {
        bank_code: bank,
        mobile,
        callback_url: callbackUrl,
        count: countPerMonth,
        limit: rialEach,
        expiration_date: endsOn,
      });
      if (!answer.ok) return fail('gateway_failed');
      const { token: consent } = answer.value.result.authorization;
      return ok({ token: consent, payUrl: `${CONSENT}/${encodeURIComponent(consent)}` });
    },
    readReturn: (params, own) => {
      if (params.get('token') !== own) return { kind: 'foreign' };
      const authorizationId = params.get('authorization_id') ?? '';
      return params.get('status') === 'SUCCEED' && authorizationId !== ''
        ? { kind: 'agreed', authorizationId }
        : { kind: 'refused' };
    },
    confirm: async (authorizationId) => {
      const answer = await ask('PATCH', `authorization/${encodeURIComponent(authorizationId)}/verify`, done);
      return answer.ok ? isSuccess(answer.value.status) : null;
    },
    revoke: async (authorizationId) => {
      const answer = await ask('DELETE', `authorization/${encodeURIComponent(authorizationId)}`, done);
      return answer.ok && isSuccess(answer.value.status);
    },
    withdraw: async ({ authorizationId, rial, trackId, description }) => {
      const answer = await ask('POST', 'withdrawal/store', withdrawal, {
        authorization_id: authorizationId,
        amount: rial,
        is_instant: 1,
        withdrawal_date: today,
        max_retry_count: MAX_RETRIES,
        description,
        track_id: trackId,
      });
      if (!answer.ok) return { kind: 'unknown' };
      const found = answer.value.result?.withdrawal;
      // A refusal, or a repeat (422): what the provider knows of the track id decides.
      return found ? byId(String(found.id)) : lookUp(trackId);
    },
    lookUp,
  };
}

function isSuccess(status: number | string | undefined): boolean {
  return Number(status) === 1 || Number(status) === 200;
}

function stateOf({ result }: v.InferOutput<typeof withdrawal>): WithdrawalState {
  const found = result?.withdrawal;
  if (!found) return { kind: 'missing' };
  if (found.status === 'DONE' && found.amount !== undefined) {
    return { kind: 'done', reference: String(found.id), rial: found.amount };
  }
  return FAILED.has(found.status) ? { kind: 'failed' } : { kind: 'pending' };
}
