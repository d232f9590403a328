/** The answers of section 7's calls. Without `must` an answer is useless; a page leaves out a missing `may`. */
export type Type = 'text' | 'number' | 'flag' | 'list' | 'map' | 'any';
export interface Expectation {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** Sent only with --token. */
  personal?: boolean;
  /** Never sent: it signs in, sends an SMS, or moves money. */
  unsafe?: boolean;
  must: Record<string, Type>;
  may?: Record<string, Type>;
}

const CART = { id: 1, type: 'movie', quality: '', force_to_buy: 0, ref: 0 };
const CART_FIELDS: Record<string, Type> = {
  'data.data.downloads': 'list',
  'data.data.presale': 'flag',
  'data.data.title_poster': 'text',
  'data.data.screening': 'map',
  'data.data.fullrate_data.message': 'text',
  'data.data.fullrate_data.show_subscription': 'flag',
  'data.data.show_free': 'flag',
  'data.data.show_buy': 'flag',
};

export const EXPECTATIONS: readonly Expectation[] = [
  {
    id: '7.03',
    method: 'GET',
    path: '/get/app/plans',
    must: { 'data.*.name_fa': 'text', 'data.*.toman': 'number' },
    may: { 'data.*.description': 'text', description: 'text' },
  },
  { id: '7.04', method: 'POST', path: '/login', unsafe: true, must: {} },
  {
    id: '7.05',
    method: 'GET',
    path: '/get/user?ref=4',
    personal: true,
    must: { user: 'map' },
    may: {
      'user.subscription': 'flag',
      'user.days_period_to_end': 'number',
      'user.mobile': 'text',
      'user.show_app': 'number',
      'user.ref': 'number',
    },
  },
  { id: '7.06', method: 'POST', path: '/logout', unsafe: true, must: {} },
  { id: '7.07', method: 'GET', path: '/logout', unsafe: true, must: {} },
  {
    id: '7.08',
    method: 'GET',
    path: '/ghost/getCategories',
    must: { '0.cat_id': 'text', '0.persian_name': 'text' },
    may: { '0.category_id': 'number', '0.child_categories': 'list' },
  },
  { id: '7.09', method: 'GET', path: '/genres', must: { '*': 'text' } },
  {
    id: '7.10',
    method: 'GET',
    path: '/ghost/listMagazines?per_page=24&page=1&sort=id&dir=asc',
    must: { data: 'list', 'data.0.slug': 'text', 'data.0.title': 'text' },
    may: { status: 'any', 'data.0.id': 'number' },
  },
  {
    id: '7.11',
    method: 'GET',
    path: '/ghost/get/getSearchQuick?query=%D8%A8%D8%A7%D8%B1',
    must: { data: 'list' },
    may: { 'data.0.type': 'text', 'data.0.id': 'number', 'data.0.name_fa': 'text' },
  },
  {
    id: '7.12',
    method: 'POST',
    path: '/get/my_wallet',
    body: {},
    personal: true,
    must: { 'data.my_credit': 'number' },
  },
  { id: '7.13', method: 'POST', path: '/get/charge_wallet', unsafe: true, must: {} },
  { id: '7.14', method: 'GET', path: '/directdebit/banks', personal: true, must: { 'data.banks': 'any' } },
  {
    id: '7.15',
    method: 'GET',
    path: '/directdebit/subscriptions',
    personal: true,
    must: { 'data.subscriptions': 'list', 'data.configs': 'map' },
    may: {
      'data.series': 'list',
      'data.mobile': 'text',
      'data.subscribe_fee': 'number',
      'data.days_period_to_end': 'number',
    },
  },
  { id: '7.16', method: 'POST', path: '/directdebit/buy_subscription', unsafe: true, must: {} },
  { id: '7.17', method: 'POST', path: '/directdebit/delete_subscription', unsafe: true, must: {} },
  { id: '7.18', method: 'POST', path: '/login/send-code', unsafe: true, must: {} },
  { id: '7.19', method: 'GET', path: '/ghost/get{suffix}', must: {}, may: { 'user.subscription': 'flag' } },
  {
    id: '7.20',
    method: 'POST',
    path: '/get/cart',
    body: CART,
    personal: true,
    must: { 'data.data': 'map' },
    may: CART_FIELDS,
  },
  { id: '7.21', method: 'POST', path: '/ghost/get/cart', body: CART, must: { 'data.data': 'map' }, may: CART_FIELDS },
  { id: '7.22', method: 'GET', path: '/get/discover', must: { 'data.data': 'list' } },
  {
    id: '7.23',
    method: 'GET',
    path: '/get/app/details',
    must: { 'data.data': 'map' },
    may: { 'data.data.support_phone': 'text' },
  },
  { id: '7.24', method: 'GET', path: '/get/app/gateways', must: { 'data.data': 'any' } },
  {
    id: '7.25',
    method: 'GET',
    path: '/get/slider?age=0&lang=0&country=0&f_type=0&ref=%7Bcode%7D',
    must: { 'data.data.sliders': 'list' },
    may: { 'data.data.live': 'any', 'data.data.sliders.0.id': 'number', 'data.data.sliders.0.name_fa': 'text' },
  },
];
