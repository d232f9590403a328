/** Vandar's direct debit, v3, written from its public documents. Amounts in rial. */

export const BUSINESS = 'pardeh';
export const VANDAR_TOKEN = 'vandar-token';
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

/** How an account behaves: it pays, it has no money, or its bank takes hours. */
export type Account = 'full' | 'empty' | 'slow';

/** The provider's own book. */
export class VandarBook {
  readonly authorizations: Authorization[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly accounts = new Map<string, Account>();

  save() {
    return { authorizations: this.authorizations, withdrawals: this.withdrawals };
  }

  restore({ authorizations, withdrawals }: ReturnType<VandarBook['save']>): void {
    this.authorizations.push(...authorizations);
    this.withdrawals.push(...withdrawals);
  }

  /** Answers one call of the business; null for what there is not. */
  answer(method: string, path: string, token: string | null, body: unknown, now: number): [number, unknown] {
    if (token !== `Bearer ${VANDAR_TOKEN}` || !path.startsWith(BASE)) return [401, { error: 'unauthorized' }];
    const call = path.slice(BASE.length);
    if (call === 'banks/actives') return [200, { status: 1, data: BANKS }];
    if (call === 'authorization/store') return this.store(body as StoreRequest);
    if (call === 'withdrawal/store') return this.withdraw(body as WithdrawRequest, now);
    const [, id] = /^authorization\/([^/]+)/.exec(call) ?? [];
    if (id !== undefined) return this.change(method, decodeURIComponent(id), now);
    const [, track] = /^withdrawal\/track-id\/(.+)$/.exec(call) ?? [];
    const foundWithdrawal = this.withdrawals.find((one) =>
      track === undefined ? call === `withdrawal/${one.id}` : one.trackId === decodeURIComponent(track),
    );
    if (!foundWithdrawal) return [404, { code: 404, error: 'not found' }];
    // An instant withdrawal resolves only when it is asked for by its own id.
    if (track === undefined) this.resolve(foundWithdrawal, now);
    return [200, { status: 1, result: { withdrawal: toWire(foundWithdrawal) } }];
  }

  /** The account's owner at the consent page. */
  consent(one: Authorization, agrees: boolean, now: number): void {
    if (one.state !== 'asked') return;
    one.state = agrees ? 'agreed' : 'refused';
    one.agreedAt = now;
  }

  private store(asked: StoreRequest): [number, unknown] {
    const number = String(this.authorizations.length + 1);
    const token = `vandar-consent-${number}`;
    this.authorizations.push({
      ...{ id: `vandar-authorization-${number}`, token, mobile: asked.mobile, callback: asked.callback_url },
      ...{ bank: asked.bank_code, limit: asked.limit, count: asked.count, state: 'asked', agreedAt: 0 },
    });
    return [200, { status: 1, result: { authorization: { token } } }];
  }

  /** Shows, confirms or revokes an authorization. */
  private change(method: string, id: string, now: number): [number, unknown] {
    const foundAuthorization = this.authorizations.find((one) => one.id === id);
    if (!foundAuthorization) return [404, { status: 0, http_status: 404, message: 'چنین مجوزی یافت نشد.' }];
    if (foundAuthorization.state === 'revoked')
      return [422, { status: 0, http_status: 422, message: 'مجوز باطل شده است.' }];
    if (method === 'GET')
      return [200, { status: 1, http_status: 200, result: { authorizations: describe(foundAuthorization) } }];
    if (method === 'DELETE') {
      foundAuthorization.state = 'revoked';
      return [200, { status: 1, message: 'ok' }];
    }
    // A consent is confirmed once.
    if (foundAuthorization.state !== 'agreed' || now > foundAuthorization.agreedAt + CONFIRM_SECONDS)
      return [422, { status: 0, error: 'no' }];
    foundAuthorization.state = 'active';
    return [200, { status: 1, message: 'ok' }];
  }

  private withdraw(asked: WithdrawRequest, now: number): [number, unknown] {
    const authorization = this.authorizations.find(({ id }) => id === asked.authorization_id);
    if (authorization?.state !== 'active') return [400, { code: 400, error: 'authorization' }];
    if (asked.amount > authorization.limit) return [400, { code: 400, error: 'limit' }];
    const ofMonth = this.withdrawals.filter(
      (one) => one.authorization === authorization && one.at > now - MONTH_SECONDS,
    );
    if (ofMonth.length >= authorization.count) return [422, { status: 0, errors: { authorization_id: 'count' } }];
    if (this.withdrawals.some(({ trackId }) => trackId === asked.track_id))
      return [422, { code: 422, error: 'repeat' }];
    const id = `w${String(this.withdrawals.length + 1)}`;
    const made: Withdrawal = {
      id,
      authorization,
      trackId: asked.track_id,
      rial: asked.amount,
      status: 'INIT',
      at: now,
    };
    this.withdrawals.push(made);
    return [200, { status: 1, result: { withdrawal: toWire(made) } }];
  }

  private resolve(one: Withdrawal, now: number): void {
    if (one.status === 'DONE' || one.status === 'FAILED') return;
    const account = this.accounts.get(one.authorization.mobile) ?? 'full';
    if (account === 'slow' && now < one.at + SLOW_SECONDS) one.status = 'PENDING';
    else one.status = account === 'empty' ? 'FAILED' : 'DONE';
  }
}

interface StoreRequest {
  bank_code: string;
  count: number;
  mobile: string;
  callback_url: string;
  limit: number;
}
interface WithdrawRequest {
  authorization_id: string;
  amount: number;
  track_id: string;
}

const BANKS = ['012', '057'].map((code) => ({
  ...{ code, name: code, logo: '', has_direct_debit_ability: true, is_healthy_on_direct_debit: true },
}));

function describe({ id, token, bank, mobile, callback, limit, count }: Authorization) {
  return { id, token, bank_code: bank, mobile, callback_url: callback, limit: String(limit), count };
}

function toWire({ id, trackId, rial, status }: Withdrawal) {
  return { id, track_id: trackId, amount: rial, status };
}
