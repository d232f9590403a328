import type { Listen } from './listen.ts';
import { answerBank, makeReturn, returnFields } from './banks.ts';
import { BankBook } from './book.ts';

/** The present behaviour of the banks behind the relay; `fine` speaks the wire format. */
export type Mood = 'fine' | 'html' | 'half json' | 'other shape' | 'slow' | 'refuses' | 'loses answers';

export const RELAY_SECRET = 'relay-secret-of-the-test';
/** Time stands still at these banks: what they do by the clock is the simulator's. */
const NOW = 1;

/** SEP, Zarinpal and Zibal behind one relay, over HTTP on loopback: `/<host>/<path>` with the relay's secret. */
export async function openBanks(listen: Listen) {
  const book = new BankBook();
  // `down`: of whichever host, the one that answers nonsense.
  const state = { down: '', mood: 'fine' as Mood, asked: [] as string[] };
  const server = await listen(async (request) => {
    const { pathname } = new URL(request.url);
    state.asked.push(pathname);
    if (request.headers.get('x-relay-secret') !== RELAY_SECRET) return Response.json({}, { status: 403 });
    const body: unknown = await request.json();
    if (state.down !== '' && pathname.includes(state.down)) return new Response('<h1>502</h1>', { status: 502 });
    switch (state.mood) {
      case 'loses answers':
        answer(book, pathname, body);
        return new Response('<html><body>504 Gateway Timeout</body></html>', { status: 504 });
      case 'html':
        return new Response('<html><body>502 Bad Gateway</body></html>', { status: 502 });
      case 'half json':
        return new Response('{"status":1,"tok', { headers: { 'content-type': 'application/json' } });
      case 'other shape':
        return Response.json({ ok: true });
      case 'slow':
        return new Promise(() => undefined);
      case 'refuses':
        return refuse(pathname);
      default:
        return answer(book, pathname, body);
    }
  });

  const find = (order: string) => {
    const transaction = book.transactions.find((one) => one.order === order);
    if (!transaction) throw new Error(`no bank has the order ${order}`);
    return transaction;
  };
  /** The visitor at the bank's page, and what the bank sends the browser back with. */
  const leave = (token: string, button: 'pay' | 'cancel', changes: Record<string, string> = {}): Request => {
    const transaction = book.find(token);
    if (!transaction) throw new Error(`no bank has a page for ${token}`);
    book.press(transaction, button, transaction.paidRial, NOW);
    return makeReturn(transaction.bank, transaction.callback, { ...returnFields(transaction), ...changes });
  };
  return { ...server, state, book, leave, find };
}
export type FakeBanks = Awaited<ReturnType<typeof openBanks>>;

function answer(book: BankBook, pathname: string, body: unknown): Response {
  const [, host = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
  const [status, result] = answerBank(book, host, path, body, NOW);
  return Response.json(result, { status });
}

/** The site is not let in: its address, its merchant. */
function refuse(path: string): Response {
  if (path.startsWith('/payment.zarinpal.com/')) {
    return Response.json({ data: [], errors: { code: -10, message: 'error', validations: [] } }, { status: 422 });
  }
  if (path.startsWith('/gateway.zibal.ir/')) return Response.json({ result: 102, message: 'merchant یافت نشد' });
  return path.endsWith('/onlinepg')
    ? Response.json({ status: -1, errorCode: '8', errorDesc: 'IP' })
    : Response.json({ ResultCode: -106, ResultDescription: 'IP', Success: false, TransactionDetail: null });
}
