import { text, type TextKey } from '../../tests/support/browser/texts.ts';
import type { Page } from '@playwright/test';
import type { Locale } from '../../src/platform/text/locale.ts';
import { DESK_SCENES } from './desk-scenes.ts';
import type { MemberFacts } from './viewers.ts';

/** `colleague`: who looks at the desk in English, as a member's calls are counted. */
export type Viewer = 'guest' | 'newcomer' | 'member' | 'kids' | 'staff' | 'colleague' | Role;
/** Each a member of the desk with that role. */
export type Role = 'editor' | 'support' | 'finance' | 'moderator';

export interface Stage {
  page: Page;
  origin: string;
  locale: Locale;
  t: (key: TextKey, values?: Record<string, string>) => string;
}

export interface Scene {
  name: string;
  /** A file of src/pages, without its ending. */
  file: string;
  path: string | ((facts: MemberFacts, locale: Locale) => string);
  viewer?: Viewer;
  /** A part of the Worker that fails for the page itself (tests/support/faults/faulty-worker.mjs). */
  fault?: string;
  /** Before the page is opened. */
  prepare?: (stage: Stage) => Promise<unknown>;
  /** Draws the last windows of the page instead of the first. */
  foot?: boolean;
  /** When the page is open, up to the state that is wanted. */
  act?: (stage: Stage) => Promise<unknown>;
}

export const createStage = (page: Page, origin: string, locale: Locale): Stage => ({
  page,
  origin,
  locale,
  t: (key, values) => text(locale, key, values),
});

const open =
  (key: TextKey, scope = '') =>
  async ({ page, t }: Stage) => {
    const button = page.locator(scope === '' ? 'body' : scope).getByRole('button', { name: t(key) });
    await button.and(page.locator(':visible')).first().click();
  };
const dialog = ({ page }: Stage) => page.locator('dialog[open], [role=dialog]:visible').first().waitFor();
const frame = ({ page }: Stage) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => new Promise((done) => video.requestVideoFrameCallback(done)));
/** Shows the player's controls, which leave by themselves. */
const controls = async (stage: Stage) => {
  await frame(stage);
  await stage.page.keyboard.press('k');
  await stage.page.mouse.move(200, 300);
  await stage.page.mouse.move(210, 310);
};
const inPlayer = (key: TextKey) => async (stage: Stage) => {
  await controls(stage);
  await open(key)(stage);
};
const failApi = ({ page }: Stage) =>
  page.route('**/api/v1/**', (route) =>
    route.fulfill({ status: 503, json: { code: 'internal', message: 'Not now.', message_fa: 'اکنون نه.' } }),
  );
const neverAnswer = ({ page }: Stage) => page.route('**/api/v1/**', () => undefined);
const submitForm = async ({ page }: Stage, selector: string) => {
  await Promise.all([page.waitForLoadState(), page.locator(selector).first().click()]);
};
const fillMobile = async ({ page }: Stage, mobile: string) => {
  await page.locator('dialog[open] input').first().fill(mobile);
  await page.locator('dialog[open] form button').first().click();
};
/** Mobiles that the code step of the login has, one for each picture. */
let logins = 0;
const nextMobile = () => `0912777${String((logins += 1)).padStart(4, '0')}`;

/** Each file of src/pages with its viewers and states. */
export const SCENES: readonly Scene[] = [
  // Browsing
  { name: 'home', file: 'index', path: '/' },
  {
    name: 'home-member',
    file: 'index',
    path: '/',
    viewer: 'member',
    act: ({ page, t }) => page.getByRole('heading', { name: t('continue_heading') }).waitFor(),
  },
  { name: 'home-foot', file: 'index', path: '/', foot: true },
  { name: 'home-newcomer', file: 'index', path: '/', viewer: 'newcomer' },
  {
    name: 'home-offline-note',
    file: 'index',
    path: '/',
    act: ({ page }) => page.evaluate(() => document.documentElement.setAttribute('data-offline', '')),
  },
  { name: 'cinema', file: 'cinema', path: '/cinema' },
  { name: 'category', file: 'category/[...id]', path: '/category' },
  { name: 'category-one', file: 'category/[...id]', path: '/category/iranian-cinema' },
  { name: 'genres', file: 'genres/index', path: '/genres' },
  { name: 'genre', file: 'genres/[id]', path: '/genres/drama' },
  { name: 'genre-empty', file: 'genres/[id]', path: '/genres/drama?country=ir&lang=zh&age=3' },
  { name: 'lists', file: 'lists/[...list]', path: '/lists' },
  { name: 'list', file: 'lists/[...list]', path: '/lists/classics' },
  { name: 'search', file: 'search/[...search]', path: '/search' },
  { name: 'search-found', file: 'search/[...search]', path: '/search/نادر' },
  { name: 'search-typo', file: 'search/[...search]', path: '/search/فروشنته' },
  { name: 'search-nothing', file: 'search/[...search]', path: '/search/زژقثص' },
  { name: 'people', file: 'cast/[...id]', path: '/cast' },
  { name: 'people-group', file: 'casts/[group]', path: '/casts/iranian-actors' },
  { name: 'person', file: 'cast/[...id]', path: '/cast/10185' },
  { name: 'magazines', file: 'magazines', path: '/magazines' },
  { name: 'channels', file: 'magazines-channels', path: '/magazines-channels' },
  { name: 'channel-magazine', file: 'channel/[...id]', path: '/channel/parde-cinema' },
  { name: 'channel-newspaper', file: 'channel/[...id]', path: '/channel/newspaper' },
  { name: 'channel-studio', file: 'channel/[...id]', path: '/channel/studio' },
  { name: 'not-found', file: '404', path: '/no-such-page' },
  { name: 'offline', file: 'offline', path: '/offline' },
  // It speaks the language that was asked for, which is the other one.
  {
    name: 'cookies-blocked',
    file: 'locale',
    path: (_, locale) => `/locale?hl=${locale === 'fa' ? 'en' : 'fa'}&redirect=/genres`,
  },
  // Titles
  { name: 'films', file: 'movie/index', path: '/movie' },
  { name: 'film', file: 'movie/[id]', path: '/movie/52' },
  {
    name: 'film-member',
    file: 'movie/[id]',
    path: '/movie/52',
    viewer: 'member',
    act: ({ page, t }) => page.getByText(t('title_in_subscription')).waitFor(),
  },
  { name: 'film-foot', file: 'movie/[id]', path: '/movie/52', foot: true },
  { name: 'film-for-sale', file: 'movie/[id]', path: '/movie/126' },
  { name: 'film-owned', file: 'movie/[id]', path: '/movie/126', viewer: 'member' },
  { name: 'film-error', file: 'movie/[id]', path: '/movie/57', fault: 'DB=fail' },
  { name: 'series', file: 'series/[id]', path: '/series/201' },
  { name: 'series-all', file: 'series/index', path: '/series' },
  { name: 'episode', file: 'episode/[id]', path: '/episode/1001' },
  { name: 'episodes', file: 'episode/index', path: '/episode' },
  { name: 'video', file: 'video/[id]', path: '/video/301' },
  { name: 'videos', file: 'video/index', path: '/video' },
  { name: 'comments', file: 'comments/[id]', path: '/comments/52' },
  { name: 'comments-member', file: 'comments/[id]', path: '/comments/52', viewer: 'member' },
  { name: 'comments-error', file: 'comments/[id]', path: '/comments/57', fault: 'DB=fail' },
  { name: 'comments-empty', file: 'comments/[id]', path: '/comments/77', viewer: 'member' },
  { name: 'screenings', file: 'ekran/[...id]', path: '/ekran' },
  { name: 'screening', file: 'ekran/[...id]', path: '/ekran/501' },
  { name: 'screening-later', file: 'ekran/[...id]', path: '/ekran/502' },
  { name: 'film-downloads', file: 'movie/download/[...id]', path: '/movie/download/39' },
  { name: 'film-downloads-none', file: 'movie/download/[...id]', path: '/movie/download/52' },
  { name: 'film-downloads-all', file: 'movie/download/[...id]', path: '/movie/download' },
  { name: 'series-downloads', file: 'series/download/[...id]', path: '/series/download/201' },
  { name: 'episode-downloads', file: 'episode/download/[...id]', path: '/episode/download/1001' },
  // Live
  { name: 'live-all', file: 'lives/index', path: '/lives' },
  { name: 'live-channel', file: 'lives/[live]', path: '/lives/parde-1' },
  { name: 'live', file: 'live/[...id]', path: '/live/401' },
  { name: 'live-bare', file: 'live/[...id]', path: '/live' },
  { name: 'live-playing', file: 'live/[...id]', path: '/live/401#play', act: controls },
  // Watch pages
  { name: 'film-show', file: 'movie/show/[...id]', path: '/movie/show/10', act: controls },
  { name: 'series-show', file: 'series/show/[...id]', path: '/series/show/201' },
  { name: 'episode-show', file: 'episode/show/[...id]', path: '/episode/show/1001', viewer: 'member', act: dialog },
  { name: 'video-show', file: 'video/show/[...id]', path: '/video/show/301' },
  { name: 'show', file: 'show/[...id]', path: '/show' },
  { name: 'app-show', file: 'app/show/[...id]', path: '/app/show/52' },
  { name: 'app-episode-show', file: 'app/episode/show/[...id]', path: '/app/episode/show/1001' },
  { name: 'app-series-show', file: 'app/series/show/[...id]', path: '/app/series/show/201' },
  { name: 'app-screening', file: 'app/ekran/[...id]', path: '/app/ekran/502' },
  // Player
  { name: 'player', file: 'movie/[id]', path: '/movie/10#play', act: controls },
  { name: 'player-settings', file: 'movie/[id]', path: '/movie/10#play', act: inPlayer('player_settings') },
  {
    name: 'player-episodes',
    file: 'episode/[id]',
    path: '/episode/1001#play',
    viewer: 'newcomer',
    act: controls,
  },
  { name: 'player-room', file: 'movie/[id]', path: '/movie/10#play', act: inPlayer('watch_party_title') },
  { name: 'player-guest', file: 'movie/[id]', path: '/movie/126#play', act: dialog },
  { name: 'player-to-buy', file: 'movie/[id]', path: '/movie/126#play', viewer: 'newcomer', act: dialog },
  { name: 'player-waiting', file: 'movie/[id]', path: '/movie/57#play', prepare: neverAnswer, act: dialog },
  {
    name: 'player-no-media',
    file: 'movie/[id]',
    path: '/movie/10#play',
    prepare: ({ page }) => page.route('**/media/v/**', (route) => route.fulfill({ status: 503 })),
    act: dialog,
  },
  // Modals and sheets
  { name: 'menu', file: 'genres/index', path: '/genres', act: open('shell_menu') },
  {
    name: 'menu-search',
    file: 'genres/index',
    path: '/genres',
    act: async (stage) => {
      const button = stage.page.locator('[popovertarget=search]').and(stage.page.locator(':visible'));
      // Phones have a page for it.
      if ((await button.count()) === 0) {
        await stage.page.goto(`${stage.origin}/search`);
        return;
      }
      await button.first().click();
      await stage.page
        .getByRole('combobox')
        .first()
        .pressSequentially(stage.t('site_name') === 'پرده' ? 'ناد' : 'nad');
      await stage.page.getByRole('option').first().waitFor();
    },
  },
  { name: 'menu-more', file: 'genres/index', path: '/genres', act: open('shell_more') },
  { name: 'menu-account', file: 'genres/index', path: '/genres', viewer: 'member', act: open('account_menu') },
  { name: 'modal-login', file: 'genres/index', path: '/genres#login', act: dialog },
  {
    name: 'modal-login-wrong',
    file: 'genres/index',
    path: '/genres#login',
    act: async (stage) => {
      await dialog(stage);
      await stage.page.locator('dialog[open] input').first().fill('0912');
    },
  },
  {
    name: 'modal-login-code',
    file: 'genres/index',
    path: '/genres#login',
    act: async (stage) => {
      await dialog(stage);
      await fillMobile(stage, nextMobile());
      await stage.page.locator('dialog[open] input[autocomplete=one-time-code]').first().waitFor();
    },
  },
  { name: 'modal-plans', file: 'genres/index', path: '/genres#plans', act: dialog },
  { name: 'modal-plans-member', file: 'movie/[id]', path: '/movie/52#plans', viewer: 'member', act: dialog },
  { name: 'modal-plans-error', file: 'genres/index', path: '/genres#plans', prepare: failApi, act: dialog },
  { name: 'modal-plans-loading', file: 'genres/index', path: '/genres#plans', prepare: neverAnswer, act: dialog },
  { name: 'modal-content', file: 'movie/[id]', path: '/movie/2#content', act: dialog },
  { name: 'modal-content-member', file: 'movie/[id]', path: '/movie/2#content', viewer: 'newcomer', act: dialog },
  {
    name: 'modal-download',
    file: 'video/[id]',
    path: '/video/321',
    viewer: 'guest',
    act: async (stage) => {
      await stage.page.locator('[data-modal=download]:visible').first().click();
      await dialog(stage);
    },
  },
  { name: 'modal-credit', file: 'profile/index', path: '/profile#credit', viewer: 'member', act: dialog },
  { name: 'modal-direct-debit', file: 'profile/index', path: '/profile#direct-debit', viewer: 'newcomer', act: dialog },
  {
    name: 'modal-direct-debit-bank',
    file: 'profile/index',
    path: '/profile#direct-debit',
    viewer: 'member',
    act: dialog,
  },
  { name: 'modal-pay', file: 'movie/[id]', path: '/movie/126#pay', viewer: 'newcomer', act: dialog },
  // Account
  { name: 'login', file: 'login', path: '/login' },
  {
    name: 'login-code',
    file: 'login',
    path: '/login',
    act: async ({ page }) => {
      await page.locator('main input[name=mobile]').fill(nextMobile());
      await page.locator('main form button').first().click();
      await page.locator('main input[autocomplete=one-time-code]').first().waitFor();
    },
  },
  { name: 'profile', file: 'profile/index', path: '/profile', viewer: 'member' },
  { name: 'profile-newcomer', file: 'profile/index', path: '/profile', viewer: 'newcomer' },
  { name: 'settings', file: 'profile/settings', path: '/profile/settings', viewer: 'member' },
  { name: 'settings-foot', file: 'profile/settings', path: '/profile/settings', viewer: 'member', foot: true },
  { name: 'my-list', file: 'profile/list/[...list]', path: '/profile/list/later', viewer: 'member' },
  { name: 'my-list-empty', file: 'profile/list/[...list]', path: '/profile/list/watched', viewer: 'newcomer' },
  { name: 'continue', file: 'continue', path: '/continue', viewer: 'member' },
  { name: 'about', file: 'profile/about-contact', path: '/profile/about-contact' },
  { name: 'questions', file: 'profile/faq', path: '/profile/faq' },
  { name: 'internet', file: 'profile/internet', path: '/profile/internet' },
  { name: 'terms', file: 'profile/terms', path: '/profile/terms' },
  { name: 'terms-version', file: 'profile/terms/[version]', path: '/profile/terms/0' },
  { name: 'kids-door', file: 'kids', path: '/kids' },
  { name: 'kids', file: 'kids', path: '/kids', viewer: 'kids' },
  { name: 'kids-film', file: 'movie/[id]', path: '/movie', viewer: 'kids' },
  {
    name: 'kids-wrong-pin',
    file: 'kids',
    path: '/kids',
    viewer: 'kids',
    foot: true,
    act: async (stage) => {
      await stage.page.locator('main input').last().fill('0000');
      await stage.page.getByRole('button', { name: stage.t('kids_leave_button'), exact: true }).click();
      await stage.page.getByText(stage.t('error_kids_pin_wrong')).waitFor();
    },
  },
  // Money
  { name: 'plans', file: 'profile/plans', path: '/profile/plans' },
  { name: 'plans-member', file: 'profile/plans', path: '/profile/plans', viewer: 'member' },
  { name: 'checkout-guest', file: 'plan/[...id]', path: '/plan/1' },
  { name: 'checkout', file: 'plan/[...id]', path: '/plan/1', viewer: 'newcomer' },
  { name: 'checkout-bare', file: 'plan/[...id]', path: '/plan' },
  {
    name: 'checkout-wrong-code',
    file: 'plan/[...id]',
    path: '/plan/1',
    viewer: 'newcomer',
    act: async (stage) => {
      await stage.page.locator('main input[name=discount_code]:visible').first().fill('NOSUCH');
      await submitForm(stage, 'main button[name=action][value=discount], main form button:visible');
    },
  },
  { name: 'bank', file: 'dev/gateway/[token]', path: ({ bank }) => bank, viewer: 'member' },
  { name: 'result-paid', file: 'callback', path: ({ paid }) => `/callback?payment=${paid}`, viewer: 'member' },
  {
    name: 'result-cancelled',
    file: 'callback',
    path: ({ cancelled }) => `/callback?payment=${cancelled}`,
    viewer: 'member',
  },
  { name: 'result-open', file: 'callback', path: ({ open: id }) => `/callback?payment=${id}`, viewer: 'member' },
  { name: 'result-bare', file: 'callback', path: '/callback' },
  { name: 'result-mandate', file: 'callback', path: '/callback?directdebit=ok', viewer: 'member' },
  { name: 'payments', file: 'payments', path: '/payments', viewer: 'member' },
  { name: 'payments-error', file: 'payments', path: '/payments', viewer: 'member', fault: 'DB=fail' },
  { name: 'payments-empty', file: 'payments', path: '/payments', viewer: 'newcomer' },
  { name: 'receipt', file: 'payments/[id]', path: ({ paid }) => `/payments/${paid}`, viewer: 'member' },
  {
    name: 'receipt-cancelled',
    file: 'payments/[id]',
    path: ({ cancelled }) => `/payments/${cancelled}`,
    viewer: 'member',
  },
  { name: 'subscription', file: 'profile/subscription', path: '/profile/subscription', viewer: 'member' },
  { name: 'subscription-none', file: 'profile/subscription', path: '/profile/subscription', viewer: 'newcomer' },
  { name: 'gift-empty', file: 'profile/gift/index', path: '/profile/gift', viewer: 'newcomer' },
  { name: 'gift-buy', file: 'profile/gift/index', path: '/profile/gift?plan=1', viewer: 'member' },
  { name: 'gift-card', file: 'profile/gift/[id]', path: ({ gift }) => `/profile/gift/${gift}`, viewer: 'member' },
  { name: 'help-empty', file: 'profile/help/index', path: '/profile/help', viewer: 'newcomer' },
  { name: 'help', file: 'profile/help/index', path: '/profile/help', viewer: 'member' },
  { name: 'access', file: 'profile/access', path: '/profile/access', viewer: 'member' },
  {
    name: 'help-thread',
    file: 'profile/help/[number]',
    path: ({ help }) => `/profile/help/${help}`,
    viewer: 'member',
  },
  { name: 'basket-empty', file: 'download', path: '/download' },
  {
    name: 'basket',
    file: 'download',
    path: '/movie/download/39',
    viewer: 'member',
    act: async ({ page, origin }) => {
      await page.locator('main astro-island button').first().click();
      await page.locator('main astro-island a[href="/download"]').waitFor();
      await page.goto(`${origin}/download`);
    },
  },
  // The rest
  { name: 'app', file: 'app', path: '/app' },
  { name: 'seals', file: 'namad', path: '/namad' },
  { name: 'promises', file: 'promises', path: '/promises' },
  { name: 'dial', file: 'USSDlink/[...link]', path: '/USSDlink/52/1' },
  { name: 'inbox', file: 'dev/inbox', path: '/dev/inbox' },
  { name: 'desk', file: 'desk/[...path]', path: '/desk' },
  ...DESK_SCENES,
];

/** Files of src/pages that answer with no page to look at. */
export const WITHOUT_PICTURE = ['logout', 'manifest.webmanifest', 'operator/quality', 'ref/[...id]', 'robots.txt'];
