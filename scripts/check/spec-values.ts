import type { Finding, Source } from './files.ts';
import { readProofs, readRows, type ReadTest } from './spec-coverage.ts';

/**
 * Methods, paths, fields and values of sections 7 and 9 of the specification, as a test has to write them. Each is in one
 * of the tests that the item's row names.
 */
export const SPEC_VALUES: Record<string, string[]> = {
  7.01: ['Bearer ', 'application/json'],
  7.02: ['API_BASE_URL', '/v1'],
  7.03: ["'GET'", "'/get/app/plans'"],
  7.04: ["'POST'", "'/login'", "'mobile'", "'password'"],
  7.05: ["'GET'", "'/get/user'", "'ref'"],
  7.06: ["'POST'", "'/logout'"],
  7.07: ["'GET'", "'/logout'"],
  7.08: ["'GET'", "'/ghost/getCategories'"],
  7.09: ["'GET'", "'/genres'"],
  '7.10': ["'GET'", "'/ghost/listMagazines'", "'per_page'", "'page'", "'sort'", "'dir'"],
  7.11: ["'GET'", "'/ghost/get/getSearchQuick'", "'query'"],
  7.12: ["'POST'", "'/get/my_wallet'"],
  7.13: ["'POST'", "'/get/charge_wallet'", "'amount'", "'payment_method'", "'callback_url'"],
  7.14: ["'GET'", "'/directdebit/banks'"],
  7.15: ["'GET'", "'/directdebit/subscriptions'"],
  7.16: [
    "'POST'",
    "'/directdebit/buy_subscription'",
    ...['subscription', 'pay_anything', 'bank', 'series', 'add_new_bank'].map((name) => `'${name}'`),
    ...['payment_id', 'forsubscription', 'mobile', 'ref', 'callback_url'].map((name) => `'${name}'`),
  ],
  7.17: ["'POST'", "'/directdebit/delete_subscription'", "'id'"],
  7.18: ["'POST'", "'/login/send-code'", "'mobile'", "'ref'"],
  7.19: ["'GET'", "'/ghost/get/check'"],
  '7.20': ["'POST'", "'/get/cart'", "'id'", "'type'", "'quality'", "'force_to_buy'", "'ref'"],
  7.21: ["'POST'", "'/ghost/get/cart'", "'id'", "'type'", "'quality'", "'force_to_buy'", "'ref'"],
  7.22: ["'GET'", "'/get/discover'"],
  7.23: ["'GET'", "'/get/app/details'"],
  7.24: ["'GET'", "'/get/app/gateways'"],
  7.25: ["'GET'", "'/get/slider'", "'ref'", "'flag'"],
  7.26: ["'/login/send-code'", "'/login'", "'password'"],
  9.01: ['VAT_PERCENT, 10'],
  9.02: ["repeat(10), 'Z'.repeat(11)", "decodeReferralCode('10'), 62"],
  9.03: ['NO_REFERRER, 4'],
  9.04: ["'i18n_redirected'", 'LOCALE_COOKIE_DAYS, 365'],
  9.05: ["DEFAULT_LOCALE, 'fa'"],
  9.06: ['PROGRESS_DURATION_MS, 10_000', 'PROGRESS_THROTTLE_MS, 200'],
  9.07: ['RESEND_SECONDS, 90'],
  9.08: ['CODE_LENGTH, 4'],
  9.09: ['length, 11', 'MOBILE_MAX_LENGTH, 13'],
  '9.10': ['QUICK_SEARCH_MIN, 3'],
  9.11: ['MAGAZINES_PER_PAGE, 24', "'asc'"],
  9.12: ['[10_000, 20_000, 30_000]'],
  9.13: ["DEFAULT_GATEWAY, 'saman'"],
  9.14: ["DEFAULT_BANK, '012'"],
  9.15: [
    '[100, 300, 780]',
    'SCROLL_STATE_MS, 200',
    'FETCH_DELAY_MS, 200',
    'PREFETCH_IDLE_MS, 2000',
    'DRAG_THRESHOLD_PX, 5',
  ],
  9.16: ['LAST_SEARCHES_MAX, 5'],
  9.17: ["DEFAULT_SLIDER_REF, '{code}'"],
  9.18: ["DEFAULT_FULLRATE_MESSAGE, '0.5'"],
  9.19: ['[0, 0, 0, 0]'],
  '9.20': ["'isKids', '1'", "'/kids'"],
  9.21: ['autoplay, true'],
  9.22: ['discount_percent', 'discount_price', 'discount_day'],
};

const TEST_BEGIN = /^\s*(?:it|test)(?:\.each)?\b/;

/** The text of the test with this name, with the table of its `each`; null where the file has none. */
function cutTest(text: string, name: string): string | null {
  const lines = text.split('\n');
  const lineOfName = lines.findIndex((line) => line.includes(name));
  if (lineOfName < 0) return null;
  const first = lines.findLastIndex((line, index) => index <= lineOfName && TEST_BEGIN.test(line));
  const next = lines.findIndex((line, index) => index > lineOfName && TEST_BEGIN.test(line));
  return lines.slice(Math.max(first, 0), next < 0 ? undefined : next).join('\n');
}

/** The values of an item of sections 7 and 9 are in the tests that its row in docs/spec-coverage.md names. */
export function specValues(table: Source, ids: string[], readTest: ReadTest, values = SPEC_VALUES): Finding[] {
  const rows = new Map(readRows(table).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (row?.state !== 'done') return [];
    const report = (message: string) => ({ file: table.path, line: row.line, message: `${id} ${message}` });
    if (!values[id]) return [report('has no value in scripts/check/spec-values.ts')];
    const tests = readProofs(row.proofs).map(({ file, name }) => cutTest(readTest(file) ?? '', name) ?? '');
    const missing = values[id].filter((value) => !tests.some((test) => test.includes(value)));
    return missing.map((value) => report(`is proved by no test that has ${value}`));
  });
}
