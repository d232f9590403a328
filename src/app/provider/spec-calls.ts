import { DEFAULT_BANK, DEFAULT_GATEWAY } from '../../features/payments/config.ts';
import type { Referrer } from '../../platform/text/referral-code.ts';
import { DEFAULT_SLIDER_REF, MAGAZINES_PER_PAGE, NO_REFERRER } from '../../platform/config/constants.ts';

/** Section 7 of the specification, exactly: method, path, parameter names and casing. */
export interface SpecRequest {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | number>; // In the order of the specification
  body?: Record<string, unknown>;
}

type Text = string | number;
export interface CartInput {
  id: number;
  type: string;
  quality?: string | undefined;
  force_to_buy?: boolean | undefined;
  ref?: Referrer | undefined;
}

const get = (path: string, query?: SpecRequest['query']): SpecRequest => ({
  method: 'GET',
  path,
  ...(query && { query }),
});
const post = (path: string, body: Record<string, unknown>): SpecRequest => ({ method: 'POST', path, body });
const cart = ({ id, type, quality = '', force_to_buy: forceToBuy = false, ref = 0 }: CartInput) => ({
  ...{ id, type, quality },
  force_to_buy: forceToBuy ? 1 : 0,
  ref,
});

export const SPEC = {
  plans: () => get('/get/app/plans'), // 7.03
  /** 7.04, 7.26; mobile and password: 3.14. */
  login: (mobile: string, password: string) => post('/login', { mobile, password }),
  user: () => get('/get/user', { ref: NO_REFERRER }), // 7.05: a fixed ref
  logout: () => post('/logout', {}), // 7.06
  logoutAfter401: () => get('/logout'), // 7.07: after a 401
  categories: () => get('/ghost/getCategories'), // 7.08
  genres: () => get('/genres'), // 7.09
  /** 7.10, 9.11 */
  magazines: ({ perPage = MAGAZINES_PER_PAGE, page = 1, sort = 'id', dir = 'asc' } = {}) =>
    get('/ghost/listMagazines', { per_page: perPage, page, sort, dir }),
  quickSearch: (query: string) => get('/ghost/get/getSearchQuick', { query }), // 7.11
  wallet: () => post('/get/my_wallet', {}), // 7.12
  /** 7.13, 9.13; `callbackUrl` is absolute. */
  chargeWallet: (amount: number, callbackUrl: string, method = DEFAULT_GATEWAY) =>
    post('/get/charge_wallet', { amount, payment_method: method, callback_url: callbackUrl }),
  banks: () => get('/directdebit/banks'), // 7.14
  subscriptions: () => get('/directdebit/subscriptions'), // 7.15
  /** 7.16, 9.14 */
  buySubscription: (input: {
    subscription?: boolean | undefined;
    payAnything?: boolean | undefined;
    bank?: string | undefined;
    series?: readonly number[] | undefined;
    addNewBank?: boolean | undefined;
    paymentId?: string | number | null | undefined;
    forSubscription?: boolean | undefined;
    mobile?: string | undefined;
    ref?: Referrer | undefined;
    callbackUrl: string;
  }) =>
    post('/directdebit/buy_subscription', {
      subscription: input.subscription === true ? 1 : 0,
      pay_anything: input.payAnything === true ? 1 : 0,
      bank: input.bank ?? DEFAULT_BANK,
      series: input.series ?? [],
      add_new_bank: input.addNewBank === true ? 1 : 0,
      payment_id: input.paymentId ?? null,
      forsubscription: input.forSubscription === true ? 1 : 0,
      mobile: input.mobile ?? '',
      ref: input.ref ?? 0,
      callback_url: input.callbackUrl,
    }),
  deleteSubscription: (id: string) => post('/directdebit/delete_subscription', { id }), // 7.17
  sendCode: (mobile: string, ref: Referrer) => post('/login/send-code', { mobile, ref }), // 7.18
  ghost: (suffix: string) => get(`/ghost/get${suffix}`), // 7.19
  cart: (input: CartInput) => post('/get/cart', cart(input)), // 7.20
  ghostCart: (input: CartInput) => post('/ghost/get/cart', cart(input)), // 7.21
  discover: () => get('/get/discover'), // 7.22
  details: () => get('/get/app/details'), // 7.23
  gateways: () => get('/get/app/gateways'), // 7.24
  /** 7.25, 9.17, 9.19: the filter string is the query. */
  slider: ({ age = 0, lang = '0', country = '0', f_type = '0' }: Record<string, Text> = {}) =>
    get('/get/slider', { age, lang, country, f_type, ref: DEFAULT_SLIDER_REF }),
} as const;
