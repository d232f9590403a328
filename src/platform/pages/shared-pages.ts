import { CASTS_GROUPS, paths } from '../paths.ts';
import { definePage, type PageDefinition } from './define-page.ts';

/** Of a list of titles. */
const FILTERS = ['page', 'sort', 'age', 'lang', 'country', 'f_type', 'genre'] as const;

const TITLE = definePage({
  cache: 'shared',
  kids: 'open',
  parameters: [],
  forms: 'accepted',
  header: 'hero',
  menus: 'expected',
  ahead: 'render',
  sitemap: [],
});
const LIST = definePage({
  cache: 'shared',
  kids: 'open',
  parameters: FILTERS,
  forms: 'refused',
  header: 'solid',
  menus: 'expected',
  ahead: 'fetch',
  sitemap: [],
});
/** Not of the catalogue, and without parameters. */
const PLAIN = definePage({
  cache: 'shared',
  kids: 'open',
  parameters: [],
  forms: 'refused',
  header: 'solid',
  menus: 'expected',
  ahead: 'none',
  sitemap: [],
});
const WATCH = definePage({ ...PLAIN, bare: { parameters: FILTERS } });
/** Spec 2.04: in the mobile app, where a title's page sells. */
const APP_WATCH = definePage({
  ...WATCH,
  forms: 'accepted',
  menus: 'none',
  bare: { parameters: FILTERS, forms: 'refused' },
});
/** Live television, print and screenings have no age. */
const UNRATED = definePage({ ...LIST, kids: 'closed', parameters: [] });

/** By file of src/pages. */
export const SHARED_PAGES = {
  '404.astro': PLAIN,
  'index.astro': definePage({ ...PLAIN, kids: 'closed', header: 'hero', ahead: 'fetch', sitemap: [paths.home()] }),
  'movie/index.astro': definePage({ ...LIST, sitemap: [paths.titles('movie')] }),
  'series/index.astro': definePage({ ...LIST, sitemap: [paths.titles('series')] }),
  'episode/index.astro': definePage({ ...LIST, ahead: 'none', sitemap: [paths.titles('episode')] }),
  'video/index.astro': definePage({ ...LIST, ahead: 'none', sitemap: [paths.titles('video')] }),
  'movie/[id].astro': TITLE,
  'series/[id].astro': TITLE,
  'episode/[id].astro': TITLE,
  'video/[id].astro': definePage({ ...TITLE, header: 'solid' }),
  'movie/show/[...id].astro': WATCH,
  'series/show/[...id].astro': WATCH,
  'episode/show/[...id].astro': WATCH,
  'video/show/[...id].astro': WATCH,
  'show/[...id].astro': definePage({ ...WATCH, menus: 'none' }),
  'app/show/[...id].astro': APP_WATCH,
  'app/series/show/[...id].astro': APP_WATCH,
  'app/episode/show/[...id].astro': APP_WATCH,
  'app/ekran/[...id].astro': definePage({ ...PLAIN, kids: 'closed', menus: 'none' }),
  'cinema.astro': definePage({ ...LIST, header: 'clear', sitemap: [paths.cinema()] }),
  'genres/index.astro': definePage({ ...LIST, sitemap: [paths.genres()] }),
  'genres/[id].astro': definePage({ ...LIST, header: 'clear' }),
  'lists/[...list].astro': definePage({
    ...LIST,
    header: 'clear',
    sitemap: [paths.list()],
    bare: { header: 'solid' },
  }),
  'category/[...id].astro': definePage({ ...LIST, sitemap: [paths.category()] }),
  'search/[...search].astro': definePage({
    ...LIST,
    parameters: ['query', 'type', 'page', 'literal'],
    bare: { ahead: 'none' },
  }),
  'casts/[group].astro': definePage({
    ...LIST,
    parameters: ['letter', 'page'],
    sitemap: CASTS_GROUPS.map((group) => paths.casts(group)),
  }),
  'cast/[...id].astro': definePage({
    ...LIST,
    parameters: ['job', 'page'],
    header: 'clear',
    bare: { header: 'solid', ahead: 'none' },
  }),
  'lives/index.astro': definePage({ ...UNRATED, parameters: ['day'], sitemap: [paths.lives()] }),
  'lives/[live].astro': definePage({ ...UNRATED, parameters: ['day'], header: 'clear' }),
  'live/[...id].astro': definePage({ ...UNRATED, ahead: 'none' }),
  'magazines.astro': definePage({ ...UNRATED, parameters: ['page'], sitemap: [paths.magazines()] }),
  'magazines-channels.astro': definePage({ ...UNRATED, ahead: 'none' }),
  'channel/[...id].astro': definePage({ ...UNRATED, parameters: ['page'], bare: { ahead: 'none' } }),
  'ekran/[...id].astro': definePage({ ...UNRATED, header: 'bare', bare: { header: 'solid' } }),
  'namad.astro': definePage({ ...PLAIN, kids: 'closed', sitemap: [paths.namad()] }),
  'promises.astro': definePage({ ...PLAIN, kids: 'closed', sitemap: [paths.promises()] }),
  'USSDlink/[...link].astro': definePage({ ...PLAIN, kids: 'closed', menus: 'none' }),
  'offline.astro': PLAIN,
  'manifest.webmanifest.ts': PLAIN,
  'robots.txt.ts': PLAIN,
} satisfies Record<string, PageDefinition>;
