import type { PageAccess, PageDefinition, PageHeader } from './define-page.ts';
import { PERSONAL_PAGES } from './personal-pages.ts';
import { SHARED_PAGES } from './shared-pages.ts';

/** Every page, by its file in src/pages. */
export const PAGES: Readonly<Record<string, PageDefinition>> = { ...SHARED_PAGES, ...PERSONAL_PAGES };

/** Every decision about the page at an address: what its definition says, and what its kind of cache implies. */
export interface Page {
  cache: 'shared' | 'personal';
  access: PageAccess;
  kids: 'open' | 'closed';
  parameters: readonly string[];
  forms: 'accepted' | 'refused';
  header: PageHeader;
  menus: 'expected' | 'none';
  ahead: 'none' | 'fetch' | 'render';
  sitemap: readonly string[];
}

type Shape = 'plain' | 'parameter' | 'rest';

interface Route {
  file: string;
  prefix: string; // The path's fixed part, without a slash at its ends
  shape: Shape;
  page: Page;
  bare: Page; // Without the parameter of a `[...name]` file
}

export const ROUTES: readonly Route[] = Object.entries(PAGES).map(([file, definition]) => ({
  ...readPath(file),
  file,
  page: complete(definition),
  bare: complete(definition.cache === 'shared' ? { ...definition, ...definition.bare } : definition),
}));

function readPath(file: string): Pick<Route, 'prefix' | 'shape'> {
  const path = file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '');
  const [prefix = '', parameter] = path.split(/\/?(?=\[)/);
  return { prefix, shape: parameter === undefined ? 'plain' : parameter.startsWith('[...') ? 'rest' : 'parameter' };
}

function complete(definition: PageDefinition): Page {
  return definition.cache === 'shared'
    ? { access: 'anyone', ...definition }
    : { parameters: [], forms: 'accepted', ahead: 'none', ...definition };
}

const routes = new Map(ROUTES.map((route) => [`${route.shape} ${route.prefix}`, route]));

/** As Astro chooses: the longest fixed part first; a plain address before a rest without its parameter. */
export function matchPage(pathname: string): Page | null {
  const parts = splitPath(pathname);
  for (let length = parts.length; length >= 0; length -= 1) {
    const prefix = parts.slice(0, length).join('/');
    const isWhole = length === parts.length;
    const plain = isWhole ? routes.get(`plain ${prefix}`) : undefined;
    const parameter = length === parts.length - 1 ? routes.get(`parameter ${prefix}`) : undefined;
    const rest = routes.get(`rest ${prefix}`);
    const route = plain ?? parameter ?? rest;
    if (route) return route === rest && isWhole ? rest.bare : route.page;
  }
  return null;
}

/** The nearest page by the start of its address. */
const nearest = new Map<string, Page>();
for (const { prefix, page } of ROUTES.toSorted((a, b) => a.prefix.length - b.prefix.length)) {
  const parts = splitPath(prefix);
  for (const [index] of parts.entries()) {
    const start = parts.slice(0, index + 1).join('/');
    if (!nearest.has(start)) nearest.set(start, page);
  }
}

const missing = complete(SHARED_PAGES['404.astro']);

/** An address without a page is answered as its nearest page is: `/profile/unknown` is personal, too. */
export function findPage(pathname: string): Page {
  const match = matchPage(pathname);
  if (match) return match;
  const parts = splitPath(pathname);
  for (let length = parts.length; length > 0; length -= 1) {
    const page = nearest.get(parts.slice(0, length).join('/'));
    if (page) return page;
  }
  return missing;
}

function splitPath(pathname: string): string[] {
  return pathname.split('/').filter((part) => part !== '');
}

export interface AheadPaths {
  fetched: readonly string[]; // Those that are rendered, too
  rendered: readonly string[];
}

/** Patterns for URLPattern; `:id` is any one part. */
export function listAheadPaths(): AheadPaths {
  const addresses = ROUTES.flatMap(({ prefix, shape, page, bare }) => [
    ...(shape === 'parameter' ? [] : [{ path: `/${prefix}`, ahead: bare.ahead }]),
    ...(shape === 'plain' ? [] : [{ path: `/${prefix}/:id`, ahead: page.ahead }]),
  ]);
  const list = (...levels: readonly Page['ahead'][]) =>
    addresses.filter(({ ahead }) => levels.includes(ahead)).map(({ path }) => path);
  return { fetched: list('fetch', 'render'), rendered: list('render') };
}

/** Messages about files (all of src/pages) without a definition, and definitions without a file. */
export function findUndefinedPages(files: readonly string[]): string[] {
  return [
    ...files.filter((file) => !Object.hasOwn(PAGES, file)).map((file) => `src/pages/${file} has no definition`),
    ...Object.keys(PAGES)
      .filter((file) => !files.includes(file))
      .map((file) => `src/pages/${file} is defined and does not exist`),
  ];
}
