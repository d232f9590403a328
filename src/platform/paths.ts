import { KIDS_PATH } from './kids-path.ts';
import { API_BASE } from './http/calls/api-base.ts';
import { isProviderPicture, SOCIAL, SOCIAL_WIDTH } from './image-widths.ts';
import type { TitleKind } from './kinds.ts';
import { fallbackAddress, iconAddress, pictureAddress } from './media/picture-address.ts';
import { PLAY_HASH } from './modal-hashes.ts';

/** encodeURIComponent throws on half a surrogate pair. */
const enc = (text: string) => encodeURIComponent(text.toWellFormed());

/** Every address of the site (spec 2.03 to 2.12). */
export const paths = {
  home: () => '/',
  login: (redirect?: string) => (redirect ? `/login?redirect=${enc(redirect)}` : '/login'),
  search: (query?: string) => (query ? `/search/${enc(query)}` : '/search'),
  title: (kind: TitleKind, id: number) => `/${kind}/${id}`,
  titles: (kind: TitleKind) => `/${kind}`,
  /** `at` in seconds. */
  play: (kind: TitleKind, id: number, at?: number) => `/${kind}/${id}${at === undefined ? '' : `?t=${at}`}${PLAY_HASH}`,
  room: (kind: TitleKind, id: number, room: string) => `/${kind}/${id}?room=${enc(room)}${PLAY_HASH}`,
  content: (kind: TitleKind, id: number) => `/${kind}/${id}#content`,
  /** Spec 2.08. */
  show: (kind?: TitleKind, id?: number) => `${kind ? `/${kind}` : ''}/show${id === undefined ? '' : `/${id}`}`,
  /** Spec 2.04: without a kind for films and videos. */
  appShow: (kind?: TitleKind, id?: number) => `/app${paths.show(kind, id)}`,
  download: (kind?: DownloadKind, id?: number) =>
    `${kind ? `/${kind}` : ''}/download${id === undefined ? '' : `/${id}`}`,
  basketCheckout: (itemids: readonly number[]) => `/download?${itemids.map((itemid) => `items=${itemid}`).join('&')}`,
  comments: (id: number, { thread, before, show, done }: CommentView = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ thread, before, show, done })) {
      if (value !== undefined) query.set(name, String(value));
    }
    return `/comments/${id}${query.size > 0 ? `?${query}` : ''}`;
  },
  screenings: () => '/ekran',
  screening: (id: number) => `/ekran/${id}`,
  genres: () => '/genres',
  genre: (key: string) => `/genres/${enc(key)}`,
  list: (key?: string) => (key ? `/lists/${enc(key)}` : '/lists'),
  cinema: (genre?: string) => (genre ? `/cinema?genre=${enc(genre)}` : '/cinema'),
  category: (slug?: string) => (slug ? `/category/${enc(slug)}` : '/category'),
  casts: (group: CastsGroup, letter?: string) => `/casts/${group}${letter ? `?letter=${enc(letter)}` : ''}`,
  people: () => '/cast',
  person: (id: number) => `/cast/${id}`,
  personWorks: (id: number, job: string) => `/cast/${id}?job=${enc(job)}`,
  lives: () => '/lives',
  liveChannel: (slug: string, day?: string) => `/lives/${enc(slug)}${day ? `?day=${enc(day)}` : ''}`,
  live: (id: number) => `/live/${id}`,
  /** `from`: start of a programme, epoch seconds. */
  livePlay: (id: number, from?: number) => `/live/${id}${from === undefined ? PLAY_HASH : `?from=${from}#again`}`,
  magazines: () => '/magazines',
  channels: () => '/magazines-channels',
  channel: (slug: string) => `/channel/${enc(slug)}`,
  issue: (slug: string, number: number) => `/channel/${enc(slug)}#issue-${number}`,
  app: () => '/app',
  profile: () => '/profile',
  profilePage: (page: ProfilePage) => `/profile/${page}`,
  termsVersion: (version: number) => `/profile/terms/${String(version)}`,
  help: (about: HelpSubject = {}) => {
    const query = new URLSearchParams(Object.entries(about)).toString();
    return `/profile/help${query === '' ? '' : `?${query}`}${about.kind === undefined ? '' : '#new'}`;
  },
  /** Of the page at `path`, which comes along. */
  helpFrom: (path: string) => (path.startsWith('/profile/help') ? '/profile/help' : `/profile/help?page=${enc(path)}`),
  helpThread: (number: number, done?: HelpChange) => `/profile/help/${number}${done ? `?done=${done}#content` : ''}`,
  access: (before?: number) => `/profile/access${before === undefined ? '' : `?before=${before}`}`,
  promises: () => '/promises',
  subscription: (done?: SubscriptionChange) => `/profile/subscription${done ? `?done=${done}` : ''}`,
  gifts: (about: GiftSubject = {}) => {
    const query = Object.entries(about).map(([name, value]) => `${name}=${enc(String(value))}`);
    return `/profile/gift${query.length === 0 ? '' : `?${query.join('&')}`}${about.done === undefined ? '' : '#content'}`;
  },
  gift: (id: string) => `/profile/gift/${enc(id)}`,
  payments: () => '/payments',
  credit: () => '/profile#credit',
  directDebit: () => '/profile#direct-debit',
  receipt: (payment: string) => `/payments/${enc(payment)}`,
  callback: (payment?: string) => (payment ? `/callback?payment=${enc(payment)}` : '/callback'),
  /** Redirects to the bank's page by itself. */
  toBank: (payment: string) => `/callback?payment=${enc(payment)}&to=bank`,
  checkPayment: (payment: string) => `${API_BASE}/payments/${enc(payment)}/check`,
  mandateResult: (result: string, from: string | null = null) =>
    `/callback?directdebit=${enc(result)}${from === null ? '' : `&from=${enc(from)}`}`,
  sandboxBank: (token: string) => `/dev/gateway/${enc(token)}`,
  plan: (id: number, context?: CheckoutContext) => `/plan/${id}${buildPlanQuery(context)}`,
  plans: (context?: CheckoutContext) => `/profile/plans${buildPlanQuery(context)}`,
  namad: () => '/namad',
  locale: () => '/locale',
  localeCheck: (locale: string, redirect: string) => `/locale?hl=${locale}&redirect=${enc(redirect)}`,
  inLocale: (path: string, locale: string) => {
    const url = new URL(path, 'https://path.invalid');
    url.searchParams.set('hl', locale);
    return url.pathname + url.search + url.hash;
  },
  logout: () => '/logout',
  profileList: (list: string, done?: 'added' | 'removed') => `/profile/list/${list}${done ? `?done=${done}` : ''}`,
  settingsDone: (done: SettingsChange) => `/profile/settings?done=${done}`,
  accountCancelled: () => '/login?cancelled=1',
  continue: () => '/continue',
  kids: () => KIDS_PATH,
  kidsLeft: () => `/kids?left=1`,
  kidsType: (type: string) => `/kids?f_type=${enc(type)}`,
  leaveKids: () => `/kids#leave`,
  inbox: () => '/dev/inbox',
  quality: () => '/desk/quality',
  desk: () => '/desk',
  notFound: () => '/404',
  offline: () => '/offline',
  sitemap: (part?: string) => (part ? `/sitemap/${part}.xml` : '/sitemap.xml'),
  image: (art: string, width: number) =>
    isProviderPicture(art)
      ? art.replace('{width}', String(width))
      : `/media/${pictureAddress.build({ art, size: String(width) })}`,
  socialImage: (art: string) =>
    isProviderPicture(art)
      ? art.replace('{width}', String(SOCIAL_WIDTH))
      : `/media/${pictureAddress.build({ art, size: SOCIAL })}`,
  icon: (art: string, size: number) => `/media/${iconAddress.build({ art, size })}`,
  fallbackImage: (kind: string, id: number) => `/media/${fallbackAddress.build({ kind, id })}`,
} as const;

/** `before`: of the list. */
interface HelpSubject {
  kind?: string;
  payment?: string;
  page?: string;
  play?: string;
  before?: string;
}
export const HELP_CHANGES = ['sent', 'added'] as const;
type HelpChange = (typeof HELP_CHANGES)[number];

export const SUBSCRIPTION_CHANGES = ['paused', 'resumed', 'renewing', 'ended'] as const;
export type SubscriptionChange = (typeof SUBSCRIPTION_CHANGES)[number];

export interface CommentView {
  thread?: number | undefined;
  before?: number | undefined;
  show?: number | 'all' | undefined;
  done?: CommentChange | undefined;
}
export const COMMENT_CHANGES = ['sent', 'held', 'deleted', 'reported', 'rated', 'unrated'] as const;
export type CommentChange = (typeof COMMENT_CHANGES)[number];

/** Spec 2.34, 3.04. */
export interface CheckoutContext {
  contentId?: number | undefined;
  contentType?: string | undefined;
  from?: string | undefined;
}

function buildPlanQuery({ contentId, contentType, from }: CheckoutContext = {}): string {
  const back = from === undefined || from === '/' ? '' : `from=${enc(from)}`;
  if (contentId === undefined || contentType === undefined) return back && `?${back}`;
  return `?content_id=${contentId}&content_type=${enc(contentType)}${back && `&${back}`}`;
}

export const DOWNLOAD_KINDS = ['movie', 'series', 'episode'] as const; // Spec 2.08
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

export const CASTS_GROUPS = ['iranian-actors', 'foreign-actors', 'directors'] as const;
export type CastsGroup = (typeof CASTS_GROUPS)[number];

/** `path` may have a query, but no `page`. */
export function withPage(path: string, page: number): string {
  return page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
}

/** `plan` and `count`: cards to buy. `done`: the card that was redeemed, `used` before. */
interface GiftSubject {
  plan?: number;
  count?: number;
  done?: string;
  used?: number;
}

export type ProfilePage = 'about-contact' | 'faq' | 'internet' | 'plans' | 'settings' | 'terms';

export const SETTINGS_CHANGES = ['saved', 'theme', 'device', 'others'] as const;
export type SettingsChange = (typeof SETTINGS_CHANGES)[number];
