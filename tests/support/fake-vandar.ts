import * as v from 'valibot';
import { listen } from './api.ts';
import { RELAY_SECRET } from './fake-banks.ts';

export const VANDAR_TOKEN = 'vandar-token-of-the-test';
export const BUSINESS = 'pardeh';

const BASE = `/api.vandar.io/v3/business/${BUSINESS}/subscription`;
const mandateBody = v.strictObject({
  bank_code: v.pipe(v.string(), v.regex(/^\d{3}$/)),
  mobile: v.pipe(v.string(), v.regex(/^09\d{9}$/)),
  callback_url: v.string(),
  count: v.number(),
  limit: v.number(),
  expiration_date: v.pipe(v.string(), v.isoDate()),
});
const withdrawalBody = v.strictObject({
  authorization_id: v.string(),
  amount: v.number(),
  is_instant: v.picklist([0, 1]),
  withdrawal_date: v.pipe(v.string(), v.isoDate()),
  max_retry_count: v.pipe(v.number(), v.minValue(1), v.maxValue(16)),
  description: v.string(),
  track_id: v.string(),
});

interface Mandate {
  token: string;
  callback: string;
  bank: string;
  mobile: string;
  limit: number;
  count: number;
  state: 'new' | 'verified' | 'revoked';
}

interface Withdrawal {
  authorization_id: string;
  id: string;
  track_id: string;
  amount: number;
  status: 'INIT' | 'PENDING' | 'DONE' | 'FAILED';
}

/** Answers to any call, in JSON. */
const REFUSALS = {
  'no business': [404, { status: 0, error: 'کسب و کار وجود ندارد' }],
  'no token': [401, { status: 0, error: 'Unauthenticated' }],
  'too many': [429, { message: 'Too Many Attempts.' }],
  'server error': [500, { message: 'Server Error' }],
} as const;

/** Vandar v3 behind the relay, as its public documents describe it. `outcome` is what instant withdrawals become. */
export async function fakeVandar() {
  const state = {
    mandates: new Map<string, Mandate>(),
    withdrawals: new Map<string, Withdrawal>(),
    outcome: 'DONE' as 'DONE' | 'FAILED' | 'PENDING',
    mood: 'fine' as 'fine' | 'loses the answer' | 'html' | keyof typeof REFUSALS,
    /** Whether an authorization is described with its token, bank, mobile and terms. */
    tells: true,
    /** Takes another amount than it was asked for, in rial. */
    takes: null as number | null,
  };
  let asked = 0;
  const server = await listen(async (request) => {
    if (state.mood === 'html') return new Response('<h1>502</h1>', { status: 502 });
    if (state.mood in REFUSALS) {
      const [status, body] = REFUSALS[state.mood as keyof typeof REFUSALS];
      return Response.json(body, { status });
    }
    const { pathname } = new URL(request.url);
    const authorised =
      request.headers.get('authorization') === `Bearer ${VANDAR_TOKEN}` &&
      request.headers.get('x-relay-secret') === RELAY_SECRET;
    if (!authorised || !pathname.startsWith(BASE)) return Response.json({ error: 'unauthorized' }, { status: 401 });
    const call = `${request.method} ${pathname.slice(BASE.length)}`;
    const text = await request.text();
    return answer(call, text === '' ? null : JSON.parse(text));
  });

  function answer(call: string, body: unknown): Response {
    if (call === 'GET /banks/actives') {
      const bank = (code: string, name: string, able: boolean) => ({
        ...{ code, name, logo: '' },
        ...{ has_direct_debit_ability: able, is_healthy_on_direct_debit: true },
      });
      return Response.json({
        status: 1,
        data: [bank('057', 'پاسارگاد', true), bank('012', 'ملت', true), bank('010', 'مرکزی', false)],
      });
    }
    if (call === 'POST /authorization/store') {
      const input = v.parse(mandateBody, body);
      asked += 1;
      const token = `vt${String(asked)}`;
      state.mandates.set(`auth-${token}`, {
        ...{ token, callback: input.callback_url, bank: input.bank_code, mobile: input.mobile },
        ...{ limit: input.limit, count: input.count, state: 'new' },
      });
      return Response.json({ status: 1, result: { authorization: { token } } });
    }
    const [, verb = '', id = ''] = /^(GET|PATCH|DELETE) \/authorization\/([^/]+)/.exec(call) ?? [];
    if (id !== '') return authorization(verb, id);
    if (call === 'POST /withdrawal/store') return withdraw(v.parse(withdrawalBody, body));
    return lookUp(call);
  }

  function authorization(verb: string, id: string): Response {
    const foundMandate = state.mandates.get(id);
    if (!foundMandate) return Response.json({ status: 0, message: 'چنین مجوزی یافت نشد.' }, { status: 404 });
    if (foundMandate.state === 'revoked') {
      const errors = { message: ['مجوز باطل شده است.'] };
      return Response.json({ message: 'The given data was invalid.', errors }, { status: 422 });
    }
    if (verb === 'GET') {
      const { token, callback, bank, mobile, limit, count } = foundMandate;
      const described = { id, token, bank_code: bank, callback_url: callback, count, limit: String(limit), mobile };
      return Response.json({ status: 1, result: { authorizations: state.tells ? described : {} } });
    }
    // A mandate is verified once.
    if (verb === 'PATCH' && foundMandate.state !== 'new') return Response.json({ status: 0 }, { status: 422 });
    foundMandate.state = verb === 'PATCH' ? 'verified' : 'revoked';
    return Response.json({ status: 1, message: 'ok' });
  }

  function lookUp(call: string): Response {
    const [, track = ''] = /^GET \/withdrawal\/track-id\/(.+)$/.exec(call) ?? [];
    const [, id = ''] = /^GET \/withdrawal\/([^/]+)$/.exec(call) ?? [];
    const foundWithdrawal = [...state.withdrawals.values()].find(
      (one) => one.id === id || one.track_id === decodeURIComponent(track),
    );
    if (!foundWithdrawal) return Response.json({ code: 404, error: 'not found' }, { status: 404 });
    // An instant withdrawal resolves only once it is asked for by its id.
    if (id !== '' && (foundWithdrawal.status === 'INIT' || foundWithdrawal.status === 'PENDING'))
      foundWithdrawal.status = state.outcome;
    return Response.json({ status: 1, result: { withdrawal: foundWithdrawal } });
  }

  function withdraw(input: v.InferOutput<typeof withdrawalBody>): Response {
    const mandate = state.mandates.get(input.authorization_id);
    if (mandate?.state !== 'verified') return Response.json({ code: 400, error: 'authorization' }, { status: 400 });
    if (input.amount > mandate.limit) return Response.json({ code: 400, error: 'limit' }, { status: 400 });
    if (state.withdrawals.has(input.track_id)) return Response.json({ code: 422, error: 'track_id' }, { status: 422 });
    const ofMandate = [...state.withdrawals.values()].filter((one) => one.authorization_id === input.authorization_id);
    if (ofMandate.length >= mandate.count) {
      return Response.json({ status: 0, errors: { authorization_id: 'count' } }, { status: 422 });
    }
    const id = `w${String(state.withdrawals.size + 1)}`;
    const { authorization_id, track_id } = input;
    const made: Withdrawal = { id, authorization_id, track_id, amount: state.takes ?? input.amount, status: 'INIT' };
    state.withdrawals.set(input.track_id, made);
    if (state.mood === 'loses the answer') return new Response('<h1>504</h1>', { status: 504 });
    // The documents show the amount of this answer as text.
    return Response.json({ status: 1, result: { withdrawal: { ...made, amount: String(made.amount) } } });
  }

  return { ...server, state };
}
export type FakeVandar = Awaited<ReturnType<typeof fakeVandar>>;
