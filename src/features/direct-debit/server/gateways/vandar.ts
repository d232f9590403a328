import * as v from 'valibot';
import { fail, ok } from '../../../../platform/outcome.ts';
import { bankFlag, bankInteger, bankText } from '../../../payments/server/gateways/bank-fields.ts';
import { postToBank, type BankLink } from '../../../payments/server/gateways/bank-http.ts';
import type { MandateProvider, WithdrawalState } from './port.ts';

const HOST = 'api.vandar.io';
const CONSENT = 'https://subscription.vandar.io/authorizations';

/** Three digits; as a number it loses its zeros. */
const bankCode = v.pipe(
  bankText,
  v.transform((code) => code.padStart(3, '0')),
);
const bankList = v.object({
  data: v.array(
    v.object({
      code: bankCode,
      name: v.string(),
      has_direct_debit_ability: v.optional(bankFlag, true),
      is_healthy_on_direct_debit: v.optional(bankFlag, true),
    }),
  ),
});
const storedAuthorization = v.object({ result: v.object({ authorization: v.object({ token: v.string() }) }) });
const statusAnswer = v.looseObject({
  http_status: v.number(),
  status: v.optional(v.union([v.number(), v.string()])),
});
const optionalText = v.fallback(v.optional(v.string()), undefined);
const authorizationAnswer = v.looseObject({
  http_status: v.number(),
  message: optionalText,
  result: v.optional(
    v.looseObject({
      authorizations: v.optional(
        v.looseObject({
          token: optionalText,
          bank_code: optionalText,
          mobile: optionalText,
          limit: v.fallback(v.optional(bankInteger), undefined),
          count: v.fallback(v.optional(bankInteger), undefined),
        }),
      ),
    }),
  ),
});
const withdrawalAnswer = v.looseObject({
  http_status: v.number(),
  error: optionalText,
  message: optionalText,
  result: v.optional(
    v.looseObject({
      withdrawal: v.optional(v.looseObject({ id: bankText, status: v.string(), amount: v.optional(bankInteger) })),
    }),
  ),
});

const MAX_RETRIES = 1;
const FAILED = new Set(['FAILED', 'CANCELED', 'REFUND']);

interface VandarConfig {
  link: BankLink;
  business: string;
  /** Bearer token, valid for five days; the operator refreshes it. */
  token: string;
  today: string;
}

/** Vandar v3: rial; `track_id` is its idempotency key. */
export function createVandarMandates({ link, business, token, today }: VandarConfig): MandateProvider {
  const callVandar = <S extends v.GenericSchema>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    answer: S,
    body?: unknown,
  ) =>
    postToBank(link, {
      bank: 'vandar',
      method,
      host: HOST,
      path: `/v3/business/${encodeURIComponent(business)}/subscription/${path}`,
      headers: { authorization: `Bearer ${token}` },
      answer,
      withStatus: true,
      ...(body !== undefined && { body }),
    });
  const getAuthorization = (authorizationId: string) =>
    callVandar('GET', `authorization/${encodeURIComponent(authorizationId)}`, authorizationAnswer);
  /** Instant withdrawals resolve only by their own id. */
  const lookUpById = async (id: string): Promise<WithdrawalState> => {
    const answer = await callVandar('GET', `withdrawal/${encodeURIComponent(id)}`, withdrawalAnswer);
    return answer.ok ? toWithdrawalState(answer.value) : { kind: 'unknown' };
  };
  const lookUp = async (trackId: string): Promise<WithdrawalState> => {
    const answer = await callVandar('GET', `withdrawal/track-id/${encodeURIComponent(trackId)}`, withdrawalAnswer);
    if (!answer.ok) return { kind: 'unknown' };
    const withdrawal = answer.value.result?.withdrawal;
    return withdrawal ? lookUpById(withdrawal.id) : { kind: isMissing(answer.value) ? 'missing' : 'unknown' };
  };

  return {
    id: 'vandar',
    banks: async () => {
      const answer = await callVandar('GET', 'banks/actives', bankList);
      if (!answer.ok) return fail('gateway_failed');
      const debitBanks = answer.value.data.filter((bank) => bank.has_direct_debit_ability);
      return ok(
        debitBanks.map(({ code, name, is_healthy_on_direct_debit: is_healthy }) => ({ code, name, is_healthy })),
      );
    },
    create: async ({ bank, mobile, callbackUrl, rialEach, countPerMonth, endsOn }) => {
      const answer = await callVandar('POST', 'authorization/store', storedAuthorization, {
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
    readReturn: (params, mandateToken) => {
      if (params.get('token') !== mandateToken) return { kind: 'foreign' };
      const authorizationId = params.get('authorization_id') ?? '';
      return params.get('status') === 'SUCCEED' && authorizationId !== ''
        ? { kind: 'agreed', authorizationId }
        : { kind: 'refused' };
    },
    confirm: async (authorizationId) => {
      const answer = await callVandar(
        'PATCH',
        `authorization/${encodeURIComponent(authorizationId)}/verify`,
        statusAnswer,
      );
      return answer.ok && !isUndecided(answer.value.http_status) ? isSuccess(answer.value.status) : null;
    },
    describe: async (authorizationId) => {
      const answer = await getAuthorization(authorizationId);
      const authorization = answer.ok ? answer.value.result?.authorizations : undefined;
      if (!authorization) return null;
      const { token: consent, bank_code: bank, mobile, limit: rialEach, count: countPerMonth } = authorization;
      return { token: consent, bank, mobile, rialEach, countPerMonth };
    },
    revoke: async (authorizationId) => {
      const answer = await callVandar('DELETE', `authorization/${encodeURIComponent(authorizationId)}`, statusAnswer);
      if (answer.ok && isSuccess(answer.value.status)) return 'revoked';
      // The refusal gives no reason; the authorization's state does.
      const authorization = await getAuthorization(authorizationId);
      if (!authorization.ok) return 'unknown';
      const { http_status: status, message = '' } = authorization.value;
      return status === 422 || (status === 404 && message.includes('مجوز')) ? 'missing' : 'unknown';
    },
    withdraw: async ({ authorizationId, rial, trackId, description }) => {
      const answer = await callVandar('POST', 'withdrawal/store', withdrawalAnswer, {
        authorization_id: authorizationId,
        amount: rial,
        is_instant: 1,
        withdrawal_date: today,
        max_retry_count: MAX_RETRIES,
        description,
        track_id: trackId,
      });
      if (!answer.ok) return { kind: 'unknown' };
      if (isRejected(answer.value.http_status)) return { kind: 'rejected' };
      const withdrawal = answer.value.result?.withdrawal;
      // A refusal or a repeat (422): the track id's state decides.
      return withdrawal ? lookUpById(withdrawal.id) : lookUp(trackId);
    },
    lookUp,
  };
}

function isSuccess(status: number | string | undefined): boolean {
  return Number(status) === 1 || Number(status) === 200;
}

function isRejected(status: number): boolean {
  return [401, 403, 429].includes(status); // 401: the token has expired
}

function isUndecided(status: number): boolean {
  return isRejected(status) || status >= 500;
}

function isMissing({ http_status: status, error, message }: v.InferOutput<typeof withdrawalAnswer>): boolean {
  const isWrongBusiness = [error, message].some((text) => text?.includes('کسب') === true);
  return status === 404 && !isWrongBusiness;
}

function toWithdrawalState({ result }: v.InferOutput<typeof withdrawalAnswer>): WithdrawalState {
  const withdrawal = result?.withdrawal;
  if (!withdrawal) return { kind: 'unknown' };
  if (withdrawal.status === 'DONE' && withdrawal.amount !== undefined) {
    return { kind: 'done', reference: withdrawal.id, rial: withdrawal.amount };
  }
  return FAILED.has(withdrawal.status) ? { kind: 'failed' } : { kind: 'pending' };
}
