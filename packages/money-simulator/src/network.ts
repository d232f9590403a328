import { answerBank } from './banks/banks.ts';
import { BankBook } from './banks/book.ts';
import { VandarBook } from './banks/vandar.ts';

/** The fate of a call on its way. `late`: the caller gives up, and the bank gets it some seconds afterwards. */
export type Weather = 'fine' | 'request lost' | 'answer lost' | 'garbage' | 'late';

interface Call {
  host: string;
  path: string;
  method: string;
  token: string | null;
  body: unknown;
}

/** The banks and the provider of direct debit, and the way there. */
export class Network {
  readonly book = new BankBook();
  readonly vandar = new VandarBook();
  /** Calls that are still on their way although nobody waits for them any more. */
  private late: { due: number; call: Call }[] = [];

  /** Sends one call. Throws where the caller learns nothing. */
  send(url: string, init: RequestInit, weather: Weather, now: number): Response {
    const call = readCall(url, init);
    if (weather === 'request lost') throw timeout();
    if (weather === 'late') {
      this.late.push({
        due: now + (call.path.endsWith('/withdrawal/store') ? LATE_DEBIT_SECONDS : LATE_SECONDS),
        call,
      });
      throw timeout();
    }
    const [status, answer] = this.deliver(call, now);
    if (weather === 'answer lost') throw timeout();
    if (weather === 'garbage') return new Response('<html><body>502 Bad Gateway</body></html>', { status: 502 });
    return new Response(JSON.stringify(answer), { status });
  }

  save() {
    return structuredClone({ transactions: this.book.transactions, vandar: this.vandar.save() });
  }

  restore(saved: ReturnType<Network['save']>): void {
    const { transactions, vandar } = structuredClone(saved);
    this.book.restore(transactions);
    this.vandar.restore(vandar);
  }

  passTime(now: number): void {
    const due = this.late.filter((one) => one.due <= now);
    this.late = this.late.filter((one) => one.due > now);
    for (const { call, due: at } of due) this.deliver(call, at);
    this.book.passTime(now);
  }

  private deliver({ host, path, method, token, body }: Call, now: number): [number, unknown] {
    if (host === 'api.vandar.io') return this.vandar.answer(method, path, token, body, now);
    return answerBank(this.book, host, path, body, now);
  }
}

const LATE_SECONDS = 30;
/** A withdrawal may wait for its provider for minutes. */
const LATE_DEBIT_SECONDS = 300;

function readCall(url: string, { method = 'GET', headers, body }: RequestInit): Call {
  const { host, pathname } = new URL(url);
  const requestHeaders = new Headers(headers);
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  return { host, path: pathname, method, token: requestHeaders.get('authorization'), body: parsed };
}

function timeout(): Error {
  const error = new Error('The operation was aborted due to timeout');
  error.name = 'TimeoutError';
  return error;
}
