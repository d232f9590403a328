import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spoil, type Fault } from './bare-provider-faults.ts';
import { readStream } from './bare-stream.ts';

/**
 * A provider written from section 7 of the specification alone: the calls of its table with the fields that sections 3
 * and 7 name, and nothing else. It imports nothing of the product, so that a mistake of the product is none of its own.
 */

interface SeenCall {
  method: string;
  /** Below the base URL, without the query. */
  path: string;
  query: [string, string][];
  body: Record<string, unknown> | null;
  authorization: string | null;
  accept: string;
}

const CODE = '1234';
const picture = (origin: string, name: string) => `${origin}/pictures/${name}.svg`;

/** One signed-in user, with what they have. */
function newState() {
  return {
    tokens: new Set<string>(),
    codes: new Set<string>(),
    credit: 50_000,
    banks: [] as { id: number; bank: string }[],
    subscribed: true,
    configs: { subscription: 0, pay_anything: 0 },
    series: new Set<number>(),
    bought: new Set<number>(),
    /** It sells, and never says so. */
    isSilent: false,
  };
}
type State = ReturnType<typeof newState>;

interface ReceivedRequest {
  origin: string;
  state: State;
  query: URLSearchParams;
  body: Record<string, unknown>;
  isUser: boolean;
  token: string;
}
type Reply = { status?: number; body: unknown };

const ok = (body: unknown): Reply => ({ body });
const refuse = (status: number, body: unknown): Reply => ({ status, body });
/** Kinds by id: what discover names, and two films that only the cart knows, one of them with a screening. */
const TITLES: Record<number, { type: string; name_fa: string }> = {
  11: { type: 'movie', name_fa: 'باران' },
  12: { type: 'movie', name_fa: 'گبه' },
  21: { type: 'series', name_fa: 'خانهٔ کنار رود' },
  31: { type: 'episode', name_fa: 'قسمت نخست' },
  41: { type: 'video', name_fa: 'پشت صحنه' },
  13: { type: 'movie', name_fa: 'سفر دراز' },
  14: { type: 'movie', name_fa: 'اکران شب' },
};

const card = (origin: string, id: number) => ({
  type: TITLES[id]?.type,
  id,
  name_fa: TITLES[id]?.name_fa,
  poster: picture(origin, String(id)),
});

function buildCart({ origin, state, body, isUser }: ReceivedRequest): Reply {
  const id = Number(body['id']);
  const title = TITLES[id];
  if (title === undefined || title.type !== body['type']) return refuse(400, { message: 'محتوا پیدا نشد' });
  const free = id === 41;
  const mayWatch = isUser && state.subscribed;
  const itemid = id * 100 + 1;
  if (body['force_to_buy'] === 1 && isUser && state.credit >= 12_000) {
    state.credit -= 12_000;
    state.bought.add(itemid);
  }
  return ok({
    data: {
      data: {
        downloads: free
          ? []
          : [
              {
                itemid,
                amount: 10_000,
                size: 700_000_000,
                name: title.name_fa,
                quality: '720p',
                id,
                type: title.type,
                poster: picture(origin, String(id)),
                ...(state.bought.has(itemid) && !state.isSilent ? { url: 'https://files.example/720.mp4' } : {}),
              },
            ],
        presale: 0,
        presale_date: null,
        pass: mayWatch ? 'pass-1' : '',
        title_poster: picture(origin, String(id)),
        screening: {
          ekran: id === 14 ? 1 : 0,
          ekran_period_end: id === 14 ? '2030-01-02T03:04:05Z' : null,
          ekran_hour: id === 14 ? 48 : null,
          ekran_owned: 0,
          owned_period_end: null,
          ekran_id: id === 14 ? 14 : null,
        },
        ussd: '',
        fullrate_data: {
          message: '0.5',
          show_download: 1,
          show_subscription: free || mayWatch ? 0 : 1,
          title: { fa: title.name_fa, en: title.name_fa },
        },
        show_free: free ? 1 : 0,
        show_buy: 0,
        notes: [],
      },
    },
  });
}

/** The table of section 7, by method and path. */
const CALLS: Record<string, (request: ReceivedRequest) => Reply> = {
  'GET /get/app/plans': () =>
    ok({
      data: {
        '1': { name_fa: 'یک‌ماهه', toman: 100_000, description: 'سی روز تماشا', discount: null },
        '3': {
          name_fa: 'سه‌ماهه',
          toman: 250_000,
          description: 'نود روز تماشا',
          discount: { discount_percent: 20, discount_price: 200_000, discount_day: 7 },
        },
      },
      description: 'اشتراک را انتخاب کنید',
      message: '',
    }),
  'POST /login': ({ state, body }) => {
    if (!state.codes.has(String(body['mobile'])) || body['password'] !== CODE)
      return refuse(422, { errors: { password: ['کد نادرست است یا زمان آن گذشته است'] } });
    // A reset makes another user: no token comes twice.
    const token = `bare-${crypto.randomUUID()}`;
    state.tokens.add(token);
    return ok({ token });
  },
  'GET /get/user': ({ isUser, state }) =>
    isUser
      ? ok({
          user: {
            subscription: state.subscribed ? 1 : 0,
            operator_fullrate: 0,
            days_period_to_end: 12,
            mobile: '09121234567',
            show_app: 1,
            ref: 4,
            samandehi_id: '1',
            samandehi_p: '2',
          },
        })
      : refuse(401, { message: 'Unauthenticated.' }),
  'POST /logout': ({ state, token }) => (state.tokens.delete(token), ok({})),
  'GET /logout': ({ state, token }) => (state.tokens.delete(token), ok({})),
  'GET /ghost/getCategories': () =>
    ok([
      {
        category_id: 1,
        cat_id: 'iranian',
        persian_name: 'ایرانی',
        child_categories: [{ category_id: 2, cat_id: 'iranian-new', persian_name: 'ایرانی تازه' }],
      },
    ]),
  'GET /genres': () => ok({ drama: 'درام', comedy: 'کمدی' }),
  'GET /ghost/listMagazines': () =>
    ok({ status: 'ok', data: [{ id: 5, slug: 'cinema-weekly', title: 'هفته‌نامهٔ سینما' }] }),
  'GET /ghost/get/getSearchQuick': ({ query }) =>
    ok({
      data: [
        ...Object.entries(TITLES)
          .filter(([, { name_fa: name }]) => name.includes(query.get('query') ?? ''))
          .map(([id, { type, name_fa: name }]) => ({ type, id: Number(id), name_fa: name })),
        ...('رضا ناجی'.includes(query.get('query') ?? '') ? [{ type: 'person', id: 900, name_fa: 'رضا ناجی' }] : []),
      ],
    }),
  'POST /get/my_wallet': ({ isUser, state }) =>
    isUser ? ok({ data: { my_credit: state.credit } }) : refuse(401, { message: 'Unauthenticated.' }),
  'POST /get/charge_wallet': ({ isUser, body, origin }) => {
    if (!isUser) return refuse(401, { message: 'Unauthenticated.' });
    const back = String(body['callback_url']);
    // A bank can only return to a whole address.
    if (!URL.canParse(back)) return refuse(422, { errors: { callback_url: ['نشانی بازگشت پذیرفته نشد'] } });
    return ok({ data: { pay_url: payPage(origin, back, `wallet-${String(body['amount'])}`) } });
  },
  'GET /directdebit/banks': ({ isUser }) =>
    isUser
      ? ok({
          data: {
            banks: [
              { code: '012', name: 'ملت' },
              { code: '017', name: 'ملی' },
            ],
          },
        })
      : refuse(401, { message: 'Unauthenticated.' }),
  'GET /directdebit/subscriptions': ({ isUser, state, origin }) =>
    isUser
      ? ok({
          data: {
            subscriptions: state.banks,
            configs: state.configs,
            series: [
              {
                id: 21,
                poster: picture(origin, '21'),
                name_fa: 'خانهٔ کنار رود',
                subscribe_fee: 5000,
                directdebit: state.series.has(21) ? 1 : 0,
              },
            ],
            mobile: '09121234567',
            subscribe_fee: 110_000,
            days_period_to_end: 12,
          },
        })
      : refuse(401, { message: 'Unauthenticated.' }),
  'POST /directdebit/buy_subscription': ({ isUser, state, body, origin }) => {
    if (!isUser) return refuse(401, { message: 'Unauthenticated.' });
    state.configs = { subscription: Number(body['subscription']), pay_anything: Number(body['pay_anything']) };
    state.series = new Set((body['series'] as number[]).map(Number));
    if (body['add_new_bank'] !== 1 && body['forsubscription'] !== 1) return ok({ data: {} });
    const back = String(body['callback_url']);
    if (!URL.canParse(back)) return refuse(422, { errors: { callback_url: ['نشانی بازگشت پذیرفته نشد'] } });
    return ok({ data: { pay_url: payPage(origin, back, `debit-${String(body['bank'])}`) } });
  },
  'POST /directdebit/delete_subscription': ({ state, body }) => {
    state.banks = state.banks.filter(({ id }) => String(id) !== String(body['id']));
    return ok({});
  },
  'POST /login/send-code': ({ state, body }) => {
    const mobile = String(body['mobile']);
    if (!/^09\d{9}$/.test(mobile)) return refuse(422, { data: { errors: { mobile: ['شمارهٔ موبایل درست نیست'] } } });
    state.codes.add(mobile);
    return ok({});
  },
  'GET /ghost/get/check': () => ok({ user: { subscription: 0, operator_fullrate: 0 } }),
  'POST /get/cart': (request) => (request.isUser ? buildCart(request) : refuse(401, { message: 'Unauthenticated.' })),
  'POST /ghost/get/cart': (request) => buildCart({ ...request, isUser: false }),
  'GET /get/discover': ({ origin }) =>
    ok({
      data: {
        data: [
          { name_fa: 'تازه‌ها', data: [11, 12, 21].map((id) => card(origin, id)) },
          { name_fa: 'کوتاه', data: [31, 41].map((id) => card(origin, id)) },
        ],
      },
    }),
  'GET /get/app/details': () =>
    ok({
      data: { data: { support_phone: '021-1234', related_links: [{ title: 'مجله', url: 'https://mag.example/' }] } },
    }),
  'GET /get/app/gateways': () => ok({ data: { data: [{ id: 'saman', name_fa: 'سامان' }] } }),
  'GET /get/slider': ({ origin }) =>
    ok({
      data: {
        data: { sliders: [card(origin, 11)], live: { id: 401, name_fa: 'شبکهٔ یک', poster: picture(origin, '401') } },
      },
    }),
};
/** Every call of section 7 that this provider answers, as `METHOD /path`. */
export const BARE_CALLS = Object.keys(CALLS);

function payPage(origin: string, back: string, goods: string): string {
  return `${origin.replace('http:', 'https:')}/pay?what=${goods}&back=${encodeURIComponent(back)}`;
}

/** Serves the provider on loopback under /api/v1. */
export async function openBareProvider({ payOrigin }: { payOrigin?: string } = {}) {
  let state = newState();
  let fault: Fault | null = null;
  const seen: SeenCall[] = [];
  const streamed: string[] = [];
  const server: Server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '', origin);
    if (url.pathname.startsWith('/pictures/')) {
      outgoing.writeHead(200, { 'content-type': 'image/svg+xml' });
      outgoing.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"><rect width="2" height="3" fill="#345"/></svg>',
      );
      return;
    }
    const file = readStream(url, 'pass-1');
    if (file) {
      streamed.push(url.pathname);
      outgoing.writeHead(file.status, file.headers);
      outgoing.end(file.body);
      return;
    }
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const path = url.pathname.replace(/^\/api\/v1/, '');
    const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown>);
    const authorization = incoming.headers.authorization ?? null;
    const method = incoming.method ?? 'GET';
    seen.push({
      method,
      path,
      query: [...url.searchParams],
      body,
      authorization,
      accept: incoming.headers.accept ?? '',
    });
    if (fault === 'closed connection') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'slow') await new Promise((done) => setTimeout(done, 5000));
    const send = (status: number, type: string, content: string, headers: Record<string, string> = {}): void => {
      outgoing.writeHead(status, { 'content-type': type, ...headers });
      outgoing.end(content);
    };
    const json = (status: number, value: unknown, headers = {}): void =>
      send(status, 'application/json', JSON.stringify(value), headers);
    if (fault === 'HTML') send(200, 'text/html', '<!doctype html><h1>Whoops</h1><script>alert(1)</script>');
    else if (fault === '500') json(500, { message: 'SQLSTATE[HY000] at Handler.php:120 <b>trace</b>' });
    else if (fault === '401') json(401, { message: 'Unauthenticated.' });
    else if (fault === '429') json(429, { message: 'Too Many Attempts.' }, { 'retry-after': '7' });
    if (outgoing.writableEnded) return;
    const token = authorization?.replace(/^Bearer /, '') ?? '';
    const call = CALLS[`${method} ${path}`];
    if (!call) {
      json(404, { message: 'Not Found' });
      return;
    }
    const context = {
      origin: payOrigin ?? origin,
      state,
      query: url.searchParams,
      body: body ?? {},
      token,
      isUser: state.tokens.has(token),
    };
    const reply = call({
      ...context,
      origin: path.includes('buy_') || path.includes('charge_') ? context.origin : origin,
    });
    json(reply.status ?? 200, reply.status === undefined ? spoil(reply.body, fault) : reply.body);
  }

  return {
    url: `${origin}/api/v1`,
    origin,
    code: CODE,
    seen,
    /** Paths of its streams that were asked for. */
    streamed,
    get state() {
      return state;
    },
    setFault: (next: Fault | null) => {
      fault = next;
    },
    reset: () => {
      state = newState();
      fault = null;
      seen.length = 0;
      streamed.length = 0;
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => {
          done();
        });
      }),
  };
}
