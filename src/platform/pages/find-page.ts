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

/** An address without a page is answered as the page above it is (`/profile/unknown` is personal, too), or one beside. */
export function findPage(pathname: string): Page {
  const match = matchPage(pathname);
  if (match) return match;
  const parts = splitPath(pathname);
  const starts = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  const above = starts.map(matchPage).find((page) => page !== null);
  return above ?? starts.map((start) => nearest.get(start)).find((page) => page !== undefined) ?? missing;
}

const MAX_DECODED = 10;

/** True if a router that decodes an address again and again, as Astro does, reads another page than the guards. */
export function hidesPage(pathname: string): boolean {
  if (!pathname.includes('%')) return false;
  let text = pathname;
  for (let round = 0; round < MAX_DECODED; round += 1) text = decode(text);
  return matchPage(text) !== matchPage(pathname);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function splitPath(pathname: string): string[] {
  return pathname.split('/').filter((part) => part !== '');
}

/** Words with a space between: fixed addresses, and those before `/:id`, without a slash at their beginning. */
export interface AheadPaths {
  plain: string;
  withId: string;
  rendered: string; // Of those before `/:id`
}

export function listAheadPaths(): AheadPaths {
  const join = (paths: readonly { prefix: string }[]) => paths.map(({ prefix }) => prefix).join(' ');
  const withId = ROUTES.filter(({ shape, page }) => shape !== 'plain' && page.ahead !== 'none');
  return {
    plain: join(ROUTES.filter(({ shape, bare }) => shape !== 'parameter' && bare.ahead !== 'none')),
    withId: join(withId),
    rendered: join(withId.filter(({ page }) => page.ahead === 'render')),
  };
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
