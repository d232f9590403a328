import * as v from 'valibot';
import { expect, it } from 'vitest';
import * as constants from '../../../src/platform/config/constants.ts';
import * as money from '../../../src/features/payments/config.ts';
import * as shell from '../../../src/shell/config.ts';
import type { Plan } from '../../../src/features/checkout/contract.ts';
import { CALLS } from '../../../src/app/calls.ts';
import { listMagazines } from '../../../src/features/magazines/contract.ts';
import { filterEntries } from '../../../src/features/titles/contract/shapes.ts';
import { DEFAULT_LOCALE } from '../../../src/platform/text/locale.ts';
import { parseMobile } from '../../../src/platform/text/mobile.ts';
import { DEFAULT_PREFERENCES } from '../../../src/features/accounts/preferences.ts';
import { decodeReferralCode } from '../../../src/platform/text/referral-code.ts';

/** The fields of a discount: the types are checked, and there is no other. */
const DISCOUNT: Required<NonNullable<Plan['discount']>> = {
  discount_percent: 0,
  discount_price: 0,
  discount_day: null,
};

/** Paths, fields and values as the specification writes them; `npm run check` compares these tables with its own. */

it.each([
  ['7.03', 'GET', '/get/app/plans', []],
  ['7.04', 'POST', '/login', ['mobile', 'password']],
  ['7.05', 'GET', '/get/user', ['ref']],
  ['7.06', 'POST', '/logout', []],
  ['7.08', 'GET', '/ghost/getCategories', []],
  ['7.09', 'GET', '/genres', []],
  ['7.10', 'GET', '/ghost/listMagazines', ['per_page', 'page', 'sort', 'dir']],
  ['7.11', 'GET', '/ghost/get/getSearchQuick', ['query']],
  ['7.12', 'POST', '/get/my_wallet', []],
  ['7.13', 'POST', '/get/charge_wallet', ['amount', 'payment_method', 'callback_url']],
  ['7.14', 'GET', '/directdebit/banks', []],
  ['7.15', 'GET', '/directdebit/subscriptions', []],
  [
    '7.16',
    'POST',
    '/directdebit/buy_subscription',
    [
      'subscription',
      'pay_anything',
      'bank',
      'series',
      'add_new_bank',
      'payment_id',
      'forsubscription',
      'mobile',
      'ref',
      'callback_url',
    ],
  ],
  ['7.17', 'POST', '/directdebit/delete_subscription', ['id']],
  ['7.18', 'POST', '/login/send-code', ['mobile', 'ref']],
  ['7.19', 'GET', '/ghost/get/check', []],
  ['7.20', 'POST', '/get/cart', ['id', 'type', 'quality', 'force_to_buy', 'ref']],
  ['7.21', 'POST', '/ghost/get/cart', ['id', 'type', 'quality', 'force_to_buy', 'ref']],
  ['7.22', 'GET', '/get/discover', []],
  ['7.23', 'GET', '/get/app/details', []],
  ['7.24', 'GET', '/get/app/gateways', []],
  ['7.25', 'GET', '/get/slider', ['ref', 'flag']],
] as const)('the call of item %s is %s %s with these fields', (_, method, path, fields) => {
  const call = CALLS.find((one) => one.path === path && one.method === method);
  const input = call?.input as { entries?: Record<string, unknown> } | undefined;
  expect(Object.keys(input?.entries ?? {})).toEqual(expect.arrayContaining([...fields]));
});

it.each<[string, unknown, unknown]>([
  ['9.01', constants.VAT_PERCENT, 10],
  ['9.02', ['Z'.repeat(10), 'Z'.repeat(11)].map((code) => decodeReferralCode(code) !== null), [true, false]],
  ['9.02, base 62', decodeReferralCode('10'), 62],
  ['9.03', constants.NO_REFERRER, 4],
  ['9.04, name', constants.LOCALE_COOKIE, 'i18n_redirected'],
  ['9.04, days', constants.LOCALE_COOKIE_DAYS, 365],
  ['9.05', DEFAULT_LOCALE, 'fa'],
  ['9.06, duration', shell.PROGRESS_DURATION_MS, 10_000],
  ['9.06, throttle', shell.PROGRESS_THROTTLE_MS, 200],
  ['9.07', constants.RESEND_SECONDS, 90],
  ['9.08', constants.CODE_LENGTH, 4],
  ['9.09, digits', parseMobile('+989123456789')?.length, 11],
  ['9.09, length', constants.MOBILE_MAX_LENGTH, 13],
  ['9.10', constants.QUICK_SEARCH_MIN, 3],
  ['9.11, items', constants.MAGAZINES_PER_PAGE, 24],
  ['9.11, order', v.parse(listMagazines.input, {}).dir, 'asc'],
  ['9.12', money.QUICK_CREDITS, [10_000, 20_000, 30_000]],
  ['9.13', money.DEFAULT_GATEWAY, 'saman'],
  ['9.14', money.DEFAULT_BANK, '012'],
  ['9.15, scroll', shell.SCROLL_THRESHOLDS_PX, [100, 300, 780]],
  ['9.15, scroll timer', shell.SCROLL_STATE_MS, 200],
  ['9.15, fetch delay', constants.FETCH_DELAY_MS, 200],
  ['9.15, idle', shell.PREFETCH_IDLE_MS, 2000],
  ['9.15, drag', shell.DRAG_THRESHOLD_PX, 5],
  ['9.16', constants.LAST_SEARCHES_MAX, 5],
  ['9.17', constants.DEFAULT_SLIDER_REF, '{code}'],
  ['9.18', constants.DEFAULT_FULLRATE_MESSAGE, '0.5'],
  ['9.19', Object.values(v.parse(v.object(filterEntries), {})).map(Number), [0, 0, 0, 0]],
  ['9.21', DEFAULT_PREFERENCES.autoplay, true],
  ['9.22', Object.keys(DISCOUNT), ['discount_percent', 'discount_price', 'discount_day']],
])('the value of item %s is as it is written', (_, value, written) => {
  expect(value).toEqual(written);
});
