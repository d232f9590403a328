import * as v from 'valibot';
import { fail, ok } from '../../../../platform/outcome.ts';
import { postToBank, type BankLink } from '../../../payments/server/gateways/bank-http.ts';
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
/** A number, or text of digits: the documents show both. */
const count = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+(\.0+)?$/))]),
  v.transform(Number),
  v.safeInteger(),
);
const text = v.fallback(v.optional(v.string()), undefined);
const shown = v.looseObject({
  http_status: v.number(),
  message: text,
  result: v.optional(
    v.looseObject({
      authorizations: v.optional(
        v.looseObject({
          token: text,
          bank_code: text,
          mobile: text,
          limit: v.fallback(v.optional(count), undefined),
          count: v.fallback(v.optional(count), undefined),
        }),
      ),
    }),
  ),
});
const withdrawal = v.looseObject({
  result: v.optional(
    v.looseObject({
      withdrawal: v.optional(
        v.looseObject({ id: v.union([v.string(), v.number()]), status: v.string(), amount: v.optional(count) }),
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
  const callVandar = <S extends v.GenericSchema>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    answer: S,
    body?: unknown,
    withStatus = false,
  ) =>
    postToBank(link, {
      bank: 'vandar',
      method,
      host: HOST,
      path: `/v3/business/${encodeURIComponent(business)}/subscription/${path}`,
      headers: { authorization: `Bearer ${token}` },
      answer,
      withStatus,
      ...(body !== undefined && { body }),
    });
  const show = (authorizationId: string) =>
    callVandar('GET', `authorization/${encodeURIComponent(authorizationId)}`, shown, undefined, true);
  /** Instant withdrawals resolve only once they are asked for by their own id. */
  const byId = async (id: string): Promise<WithdrawalState> => {
    const answer = await callVandar('GET', `withdrawal/${encodeURIComponent(id)}`, withdrawal);
    return answer.ok ? toWithdrawalState(answer.value) : { kind: 'unknown' };
  };
  const lookUp = async (trackId: string): Promise<WithdrawalState> => {
    const answer = await callVandar('GET', `withdrawal/track-id/${encodeURIComponent(trackId)}`, withdrawal);
    if (!answer.ok) return { kind: 'unknown' };
    const match = answer.value.result?.withdrawal;
    return match ? byId(String(match.id)) : { kind: 'missing' };
  };

  return {
    id: 'vandar',
    banks: async () => {
      const answer = await callVandar('GET', 'banks/actives', banks);
      if (!answer.ok) return fail('gateway_failed');
      const able = answer.value.data.filter((bank) => bank.has_direct_debit_ability);
      return ok(able.map(({ code, name, is_healthy_on_direct_debit: is_healthy }) => ({ code, name, is_healthy })));
    },
    create: async ({ bank, mobile, callbackUrl, rialEach, countPerMonth, endsOn }) => {
      const answer = await callVandar('POST', 'authorization/store', stored, {
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
      const answer = await callVandar('PATCH', `authorization/${encodeURIComponent(authorizationId)}/verify`, done);
      return answer.ok ? isSuccess(answer.value.status) : null;
    },
    describe: async (authorizationId) => {
      const answer = await show(authorizationId);
      const foundMatch = answer.ok ? answer.value.result?.authorizations : undefined;
      if (!foundMatch) return null;
      const { token: consent, bank_code: bank, mobile, limit: rialEach, count: countPerMonth } = foundMatch;
      return { token: consent, bank, mobile, rialEach, countPerMonth };
    },
    revoke: async (authorizationId) => {
      const answer = await callVandar('DELETE', `authorization/${encodeURIComponent(authorizationId)}`, done);
      if (answer.ok && isSuccess(answer.value.status)) return 'revoked';
      // Its refusal does not say why: the authorization itself does. A wrong business is a 404 of another text.
      const foundResult = await show(authorizationId);
      if (!foundResult.ok) return 'unknown';
      const { http_status: status, message = '' } = foundResult.value;
      return status === 422 || (status === 404 && message.includes('مجوز')) ? 'missing' : 'unknown';
    },
    withdraw: async ({ authorizationId, rial, trackId, description }) => {
      const answer = await callVandar('POST', 'withdrawal/store', withdrawal, {
        authorization_id: authorizationId,
        amount: rial,
        is_instant: 1,
        withdrawal_date: today,
        max_retry_count: MAX_RETRIES,
        description,
        track_id: trackId,
      });
      if (!answer.ok) return { kind: 'unknown' };
      const match2 = answer.value.result?.withdrawal;
      // A refusal, or a repeat (422): what the provider knows of the track id decides.
      return match2 ? byId(String(match2.id)) : lookUp(trackId);
    },
    lookUp,
  };
}

function isSuccess(status: number | string | undefined): boolean {
  return Number(status) === 1 || Number(status) === 200;
}

function toWithdrawalState({ result }: v.InferOutput<typeof withdrawal>): WithdrawalState {
  const match = result?.withdrawal;
  if (!match) return { kind: 'missing' };
  if (match.status === 'DONE' && match.amount !== undefined) {
    return { kind: 'done', reference: String(match.id), rial: match.amount };
  }
  return FAILED.has(match.status) ? { kind: 'failed' } : { kind: 'pending' };
}
