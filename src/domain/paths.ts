import { KIDS_PATH } from './kids-page.ts';
import type { TitleKind } from './kinds.ts';

/** Every address of the site (spec 2.03 to 2.12). Nothing else in the project writes one by hand. */
const enc = encodeURIComponent;

export const paths = {
  home: () => '/',
  login: (redirect?: string) => (redirect ? `/login?redirect=${enc(redirect)}` : '/login'),
  search: (query?: string) => (query ? `/search/${enc(query)}` : '/search'),
  title: (kind: TitleKind, id: number) => `/${kind}/${id}`,
  titles: (kind: TitleKind) => `/${kind}`,
  play: (kind: TitleKind, id: number) => `/${kind}/${id}#play`,
  /** The watch page of a title (spec 2.08); of one whose kind is not known; of all. */
  show: (kind?: TitleKind, id?: number) => `${kind ? `/${kind}` : ''}/show${id === undefined ? '' : `/${id}`}`,
  download: (kind?: DownloadKind, id?: number) =>
    `${kind ? `/${kind}` : ''}/download${id === undefined ? '' : `/${id}`}`,
  screenings: () => '/ekran',
  screening: (id: number) => `/ekran/${id}`,
  appScreening: (id: number) => `/app/ekran/${id}`,
  genres: () => '/genres',
  genre: (key: string) => `/genres/${enc(key)}`,
  list: (key?: string) => (key ? `/lists/${enc(key)}` : '/lists'),
  cinema: (genre?: string) => (genre ? `/cinema?genre=${enc(genre)}` : '/cinema'),
  category: (slug?: string) => (slug ? `/category/${enc(slug)}` : '/category'),
  casts: (group: CastsGroup) => `/casts/${group}`,
  person: (id: number) => `/cast/${id}`,
  lives: () => '/lives',
  liveChannel: (slug: string) => `/lives/${enc(slug)}`,
  live: (id: number) => `/live/${id}`,
  magazines: () => '/magazines',
  channel: (slug: string) => `/channel/${enc(slug)}`,
  app: () => '/app',
  profile: () => '/profile',
  profilePage: (page: ProfilePage) => `/profile/${page}`,
  payments: () => '/payments',
  callback: () => '/callback',
  plan: (id: number) => `/plan/${id}`,
  namad: () => '/namad',
  locale: () => '/locale',
  logout: () => '/logout',
  kids: () => KIDS_PATH,
  kidsLeft: () => `${KIDS_PATH}?left=1`,
  kidsType: (type: string) => `${KIDS_PATH}?f_type=${enc(type)}`,
  leaveKids: () => `${KIDS_PATH}#leave`,
  inbox: () => '/dev/inbox',
  notFound: () => '/404',
  image: (art: string, width: number) => `/media/img/${art}/${width}`,
  fallbackImage: (kind: string, id: number) => `/media/img/none/${kind}/${id}`,
} as const;

/** The kinds that have a download page (spec 2.08). */
export const DOWNLOAD_KINDS = ['movie', 'series', 'episode'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

export const CASTS_GROUPS = ['iranian-actors', 'foreign-actors', 'directors'] as const;
export type CastsGroup = (typeof CASTS_GROUPS)[number];

export const PROFILE_PAGES = ['about-contact', 'faq', 'internet', 'plans', 'settings', 'terms'] as const;
export type ProfilePage = (typeof PROFILE_PAGES)[number];
