import * as v from 'valibot';

/** Vandar's direct debit, v3, written from its public documents. Amounts in rial. */

export const BUSINESS = 'pardeh';
export const VANDAR_TOKEN = 'vandar-token-of-the-test';
const BASE = `/v3/business/${BUSINESS}/subscription/`;
/** Seconds in which a consent has to be confirmed. */
const CONFIRM_SECONDS = 20 * 60;
/** Seconds in which an authorization's count is taken. */
const MONTH_SECONDS = 31 * 24 * 60 * 60;
/** Seconds after which a withdrawal that a bank is slow with is done. */
const SLOW_SECONDS = 2 * 60 * 60;

export interface Authorization {
  id: string;
  token: string;
  bank: string;
  mobile: string;
  callback: string;
  /** Rial of each withdrawal, and withdrawals in a month. */
  limit: number;
  count: number;
  state: 'asked' | 'agreed' | 'refused' | 'active' | 'revoked';
  agreedAt: number;
}

export interface Withdrawal {
  id: string;
  authorization: Authorization;
  trackId: string;
  rial: number;
  status: 'INIT' | 'PENDING' | 'DONE' | 'FAILED';
  at: number;
}

/** An account pays, has no money, or is at a bank that takes hours. */
export type Account = 'full' | 'empty' | 'slow';

/** The provider's own book. */
export class VandarBook {
  private consents = 0;
  /** By id. */
  readonly authorizations = new Map<string, Authorization>();
  /** By track id. */
  readonly withdrawals = new Map<string, Withdrawal>();
  /** By mobile; all others are `account`. */
  readonly accounts = new Map<string, Account>();
  account: Account = 'full';
  /** Rial that a withdrawal takes, where that is another amount than it was asked for. */
  takes: number | null = null;
  /** True: an authorization is described with its token, bank, mobile and terms. */
  describes = true;

  save() {
    return { authorizations: [...this.authorizations.values()], withdrawals: [...this.withdrawals.values()] };
  }

  restore({ authorizations, withdrawals }: ReturnType<VandarBook['save']>): void {
    this.consents += authorizations.length;
    for (const one of authorizations) this.authorizations.set(one.id, one);
    for (const one of withdrawals) this.withdrawals.set(one.trackId, one);
  }

  /** Answers one call of the business. */
  answer(method: string, path: string, token: string | null, body: unknown, now: number): [number, unknown] {
    if (token !== `Bearer ${VANDAR_TOKEN}` || !path.startsWith(BASE)) return [401, { error: 'unauthorized' }];
    const call = path.slice(BASE.length);
    if (!isDocumented(method, call)) return [405, { error: 'method not allowed' }];
    if (call === 'banks/actives') return [200, { status: 1, data: BANKS }];
    if (call === 'authorization/store') return this.store(v.parse(storeRequest, body));
    if (call === 'withdrawal/store') return this.withdraw(v.parse(withdrawRequest, body), now);
    const [, id] = /^authorization\/([^/]+)/.exec(call) ?? [];
    if (id !== undefined) return this.change(method, decodeURIComponent(id), now);
    const [, track] = /^withdrawal\/track-id\/(.+)$/.exec(call) ?? [];
    const withdrawal =
      track === undefined
        ? [...this.withdrawals.values()].find(({ id: number }) => call === `withdrawal/${number}`)
        : this.withdrawals.get(decodeURIComponent(track));
    if (!withdrawal) return [404, { code: 404, error: 'not found' }];
    // An instant withdrawal resolves only when it is asked for by its own id.
    if (track === undefined) this.resolve(withdrawal, now);
    return [200, { status: 1, result: { withdrawal: toWire(withdrawal) } }];
  }

  /** The account's owner at the consent page. */
  consent(one: Authorization, agrees: boolean, now: number): void {
    if (one.state !== 'asked') return;
    one.state = agrees ? 'agreed' : 'refused';
    one.agreedAt = now;
  }

  private store(request: v.InferOutput<typeof storeRequest>): [number, unknown] {
    this.consents += 1;
    const token = `vt${String(this.consents)}`;
    const id = `auth-${token}`;
    this.authorizations.set(id, {
      ...{ id, token, mobile: request.mobile, callback: request.callback_url },
      ...{ bank: request.bank_code, limit: request.limit, count: request.count, state: 'asked', agreedAt: 0 },
    });
    return [200, { status: 1, result: { authorization: { token } } }];
  }

  /** Shows, confirms or revokes an authorization. */
  private change(method: string, id: string, now: number): [number, unknown] {
    const authorization = this.authorizations.get(id);
    if (!authorization) return [404, { status: 0, http_status: 404, message: 'چنین مجوزی یافت نشد.' }];
    if (authorization.state === 'revoked') return [422, { status: 0, http_status: 422, message: 'مجوز باطل شده است.' }];
    if (method === 'GET')
      return [
        200,
        { status: 1, http_status: 200, result: { authorizations: this.describes ? describe(authorization) : {} } },
      ];
    if (method === 'DELETE') {
      authorization.state = 'revoked';
      return [200, { status: 1, message: 'ok' }];
    }
    // A consent is confirmed once.
    if (authorization.state !== 'agreed' || now > authorization.agreedAt + CONFIRM_SECONDS)
      return [422, { status: 0, error: 'no' }];
    authorization.state = 'active';
    return [200, { status: 1, message: 'ok' }];
  }

  private withdraw(request: v.InferOutput<typeof withdrawRequest>, now: number): [number, unknown] {
    const { authorization_id, amount, track_id: trackId } = request;
    const authorization = this.authorizations.get(authorization_id);
    if (authorization?.state !== 'active') return [400, { code: 400, error: 'authorization' }];
    if (amount > authorization.limit) return [400, { code: 400, error: 'limit' }];
    if (this.withdrawals.has(trackId)) return [422, { code: 422, error: 'repeat' }];
    const ofMonth = [...this.withdrawals.values()].filter(
      (one) => one.authorization === authorization && one.at > now - MONTH_SECONDS,
    );
    if (ofMonth.length >= authorization.count) return [422, { status: 0, errors: { authorization_id: 'count' } }];
    const id = `w${String(this.withdrawals.size + 1)}`;
    const made: Withdrawal = { id, authorization, trackId, rial: this.takes ?? amount, status: 'INIT', at: now };
    this.withdrawals.set(trackId, made);
    // The documents show the amount of this answer as text.
    return [200, { status: 1, result: { withdrawal: { ...toWire(made), amount: String(made.rial) } } }];
  }

  private resolve(one: Withdrawal, now: number): void {
    if (one.status === 'DONE' || one.status === 'FAILED') return;
    const account = this.accounts.get(one.authorization.mobile) ?? this.account;
    if (account === 'slow' && now < one.at + SLOW_SECONDS) one.status = 'PENDING';
    else one.status = account === 'empty' ? 'FAILED' : 'DONE';
  }
}

const storeRequest = v.strictObject({
  bank_code: v.pipe(v.string(), v.regex(/^\d{3}$/)),
  mobile: v.pipe(v.string(), v.regex(/^09\d{9}$/)),
  callback_url: v.string(),
  count: v.number(),
  limit: v.number(),
  expiration_date: v.pipe(v.string(), v.isoDate()),
});
const withdrawRequest = v.strictObject({
  authorization_id: v.string(),
  amount: v.number(),
  is_instant: v.picklist([0, 1]),
  withdrawal_date: v.pipe(v.string(), v.isoDate()),
  max_retry_count: v.pipe(v.number(), v.minValue(1), v.maxValue(16)),
  description: v.string(),
  track_id: v.string(),
});

const BANKS = [
  ['057', 'پاسارگاد', true],
  ['012', 'ملت', true],
  ['010', 'مرکزی', false],
].map(([code, name, has_direct_debit_ability]) => ({
  ...{ code, name, logo: '', has_direct_debit_ability, is_healthy_on_direct_debit: true },
}));

function describe({ id, token, bank, mobile, callback, limit, count }: Authorization) {
  return { id, token, bank_code: bank, mobile, callback_url: callback, limit: String(limit), count };
}

function toWire({ id, trackId, rial, status }: Withdrawal) {
  return { id, track_id: trackId, amount: rial, status };
}

/** The methods of Vandar's documents: a mandate is shown, confirmed and revoked; all else but `store` is read. */
function isDocumented(method: string, call: string): boolean {
  if (call.endsWith('/store')) return method === 'POST';
  return call.startsWith('authorization/') ? ['GET', 'PATCH', 'DELETE'].includes(method) : method === 'GET';
}
