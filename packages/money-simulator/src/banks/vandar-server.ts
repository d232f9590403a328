import type { Listen } from './listen.ts';
import { RELAY_SECRET } from './bank-server.ts';
import { VandarBook } from './vandar.ts';

/** Answers to any call, in JSON. */
const REFUSALS = {
  'no business': [404, { status: 0, error: 'کسب و کار وجود ندارد' }],
  'no token': [401, { status: 0, error: 'Unauthenticated' }],
  'too many': [429, { message: 'Too Many Attempts.' }],
  'server error': [500, { message: 'Server Error' }],
} as const;
const ACCOUNTS = { DONE: 'full', FAILED: 'empty', PENDING: 'slow' } as const;
/** Time stands still at the provider: an account that is slow stays so until `outcome` changes. */
const NOW = 0;

/** Vandar behind the relay, over HTTP on loopback. `outcome` is what instant withdrawals become. */
export async function openVandar(listen: Listen) {
  const book = new VandarBook();
  const state = {
    outcome: 'DONE' as keyof typeof ACCOUNTS,
    mood: 'fine' as 'fine' | 'loses the answer' | 'html' | keyof typeof REFUSALS,
    tells: true,
    takes: null as number | null,
  };
  const server = await listen(async (request) => {
    if (state.mood === 'html') return new Response('<h1>502</h1>', { status: 502 });
    if (state.mood in REFUSALS) {
      const [status, body] = REFUSALS[state.mood as keyof typeof REFUSALS];
      return Response.json(body, { status });
    }
    const path = new URL(request.url).pathname.replace('/api.vandar.io', '');
    const isRelayed = request.headers.get('x-relay-secret') === RELAY_SECRET;
    const token = isRelayed ? request.headers.get('authorization') : null;
    const text = await request.text();
    Object.assign(book, { account: ACCOUNTS[state.outcome], takes: state.takes, describes: state.tells });
    const [status, body] = book.answer(request.method, path, token, text === '' ? null : JSON.parse(text), NOW);
    if (state.mood === 'loses the answer' && path.endsWith('/withdrawal/store') && status === 200)
      return new Response('<h1>504</h1>', { status: 504 });
    return Response.json(body, { status });
  });
  /** The way back from the consent page, to which its user has agreed. */
  const agree = (token: string, authorization = `auth-${token}`): string => {
    const authorized = book.authorizations.get(`auth-${token}`);
    if (!authorized) throw new Error(`Vandar has no page for ${token}`);
    book.consent(authorized, true, NOW);
    return `${authorized.callback}?token=${token}&status=SUCCEED&authorization_id=${authorization}`;
  };
  return { ...server, state, book, agree };
}
export type FakeVandar = Awaited<ReturnType<typeof openVandar>>;
