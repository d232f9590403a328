import { API_BASE } from './http/api-base.ts';
import type { TitleKind } from './kinds.ts';
import { PLAY_HASH } from './modal-hashes.ts';

/** A text cut in the middle of an emoji holds half a letter, at which encodeURIComponent would throw. */
const enc = (text: string) => encodeURIComponent(text.toWellFormed());

export const KIDS_PATH = '/kids';

/** Every address of the site (spec 2.03 to 2.12). Nothing else in the project writes one by hand. */
export const paths = {
  home: () => '/',
  login: (redirect?: string) => (redirect ? `/login?redirect=${enc(redirect)}` : '/login'),
  search: (query?: string) => (query ? `/search/${enc(query)}` : '/search'),
  title: (kind: TitleKind, id: number) => `/${kind}/${id}`,
  titles: (kind: TitleKind) => `/${kind}`,
  /** The page with its player open, from its beginning or from a moment (seconds). */
  play: (kind: TitleKind, id: number, at?: number) => `/${kind}/${id}${at === undefined ? '' : `?t=${at}`}${PLAY_HASH}`,
  /** The page with its player open, in a room in which people watch it together. */
  together: (kind: TitleKind, id: number, room: string) => `/${kind}/${id}?room=${enc(room)}${PLAY_HASH}`,
  /** The page with what can be done with its title, open in a modal: how to watch and what it costs. */
  content: (kind: TitleKind, id: number) => `/${kind}/${id}#content`,
  /** The watch page of a title (spec 2.08); of one whose kind is not known; of all. */
  show: (kind?: TitleKind, id?: number) => `${kind ? `/${kind}` : ''}/show${id === undefined ? '' : `/${id}`}`,
  appShow: (kind?: TitleKind, id?: number) => `/app${paths.show(kind, id)}`,
  /** A title's page in the mobile app (spec 2.04): films and videos have no route of their kind there. */
  appTitle: (kind: TitleKind, id: number) =>
    paths.appShow(kind === 'series' || kind === 'episode' ? kind : undefined, id),
  download: (kind?: DownloadKind, id?: number) =>
    `${kind ? `/${kind}` : ''}/download${id === undefined ? '' : `/${id}`}`,
  /** The checkout of downloads (ids of the cart's items). */
  cartCheckout: (itemids: readonly number[]) => `/download?${itemids.map((itemid) => `items=${itemid}`).join('&')}`,
  /** The comments of a title, whatever its kind; `show` uncovers one, or all. */
  comments: (id: number, { thread, before, show, done }: CommentView = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ thread, before, show, done })) {
      if (value !== undefined) query.set(name, String(value));
    }
    return `/comments/${id}${query.size > 0 ? `?${query}` : ''}`;
  },
  screenings: () => '/ekran',
  screening: (id: number) => `/ekran/${id}`,
  appScreening: (id: number) => `/app/ekran/${id}`,
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
  /** The page of a live item with its player open: on what is on, or on the programme that began then (epoch seconds). */
  livePlay: (id: number, from?: number) => `/live/${id}${from === undefined ? PLAY_HASH : `?from=${from}#again`}`,
  magazines: () => '/magazines',
  channels: () => '/magazines-channels',
  channel: (slug: string) => `/channel/${enc(slug)}`,
  issue: (slug: string, number: number) => `/channel/${enc(slug)}#issue-${number}`,
  app: () => '/app',
  profile: () => '/profile',
  profilePage: (page: ProfilePage) => `/profile/${page}`,
  payments: () => '/payments',
  /** The account's page with the wallet, or the automatic payments, open. */
  credit: () => '/profile#credit',
  directDebit: () => '/profile#direct-debit',
  receipt: (payment: string) => `/payments/${enc(payment)}`,
  /** The page that tells how a payment went. */
  callback: (payment?: string) => (payment ? `/callback?payment=${enc(payment)}` : '/callback'),
  /** The same page on the way to the bank: it goes on to the bank's page by itself. */
  toBank: (payment: string) => `/callback?payment=${enc(payment)}&to=bank`,
  /** Where the result page asks about a payment that is still open (payments/contract.ts `checkPayment`). */
  checkPayment: (payment: string) => `${API_BASE}/payments/${enc(payment)}/check`,
  /** The page that tells how adding a bank account went; `from` is where the visitor was. */
  mandateResult: (result: string, from: string | null = null) =>
    `/callback?directdebit=${enc(result)}${from === null ? '' : `&from=${enc(from)}`}`,
  sandboxBank: (token: string) => `/dev/gateway/${enc(token)}`,
  /** The checkout of a plan; bare, all plans. */
  plan: (id: number, wish?: CheckoutContext) => `/plan/${id}${buildPlanQuery(wish)}`,
  plans: (wish?: CheckoutContext) => `/profile/plans${buildPlanQuery(wish)}`,
  namad: () => '/namad',
  locale: () => '/locale',
  logout: () => '/logout',
  /** A list of the visitor's own; `done` is what has just become of a title there. */
  profileList: (list: string, done?: 'added' | 'removed') => `/profile/list/${list}${done ? `?done=${done}` : ''}`,
  /** The settings after a change of theirs, which they then speak of. */
  settingsDone: (done: SettingsChange) => `/profile/settings?done=${done}`,
  /** The login page that says that the account has been cancelled. */
  accountCancelled: () => '/login?cancelled=1',
  /** What to go on with: rows for the first page, and the forms that hide one of them. */
  continue: () => '/continue',
  kids: () => KIDS_PATH,
  kidsLeft: () => `/kids?left=1`,
  kidsType: (type: string) => `/kids?f_type=${enc(type)}`,
  leaveKids: () => `/kids#leave`,
  inbox: () => '/dev/inbox',
  notFound: () => '/404',
  offline: () => '/offline',
  sitemap: (part?: string) => (part ? `/sitemap/${part}.xml` : '/sitemap.xml'),
  /** The file of a download below where media lies, for whom `grant` says; `name` is for programs without headers. */
  downloadFile: (media: string, grant: string, id: number, name: string) => `${media}/d/${grant}/${id}/${enc(name)}`,
  /** A provider's picture is an address of its own, whose `{width}` is filled in where its host makes sizes. */
  image: (art: string, width: number) =>
    art.startsWith('http') ? art.replace('{width}', String(width)) : `/media/img/${art}/${width}`,
  fallbackImage: (kind: string, id: number) => `/media/img/none/${kind}/${id}`,
} as const;

/** Which comments of a title are shown, and what has just become of one. */
export interface CommentView {
  thread?: number | undefined;
  before?: number | undefined;
  show?: number | 'all' | undefined;
  done?: CommentChange | undefined;
}
export const COMMENT_CHANGES = ['sent', 'held', 'deleted', 'reported', 'rated', 'unrated'] as const;
export type CommentChange = (typeof COMMENT_CHANGES)[number];

/** What a plan is bought for (spec 2.34, 3.04), and, where that is no title, the local path to go back to. */
export interface CheckoutContext {
  contentId?: number | undefined;
  contentType?: string | undefined;
  from?: string | undefined;
}

function buildPlanQuery({ contentId, contentType, from }: CheckoutContext = {}): string {
  const isTitle = contentId !== undefined && contentType !== undefined;
  if (isTitle) return `?content_id=${contentId}&content_type=${enc(contentType)}`;
  return from === undefined || from === '/' ? '' : `?from=${enc(from)}`;
}

/** The kinds that have a download page (spec 2.08). */
export const DOWNLOAD_KINDS = ['movie', 'series', 'episode'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

export const CASTS_GROUPS = ['iranian-actors', 'foreign-actors', 'directors'] as const;
export type CastsGroup = (typeof CASTS_GROUPS)[number];

/** The address of a page of a list: the first is the list's own. `path` may hold a query, but no `page`. */
export function withPage(path: string, page: number): string {
  return page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
}

export const PROFILE_PAGES = ['about-contact', 'faq', 'internet', 'plans', 'settings', 'terms'] as const;
export type ProfilePage = (typeof PROFILE_PAGES)[number];

/** What a form of the settings can have changed. */
export const SETTINGS_CHANGES = ['saved', 'theme', 'device', 'others'] as const;
export type SettingsChange = (typeof SETTINGS_CHANGES)[number];
