const PERSONAL =
  /^\/(login|logout|locale|profile|payments|callback|plan|((movie|series|episode)\/)?download|dev|ref|kids|continue|comments|operator|app(?=\/?$))(\/|$)/;
const LISTING = ['page', 'sort', 'age', 'lang', 'country', 'f_type', 'genre'];
/** The query parameters that a page reads, by its first name. Only they are in the key of a shared answer. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  search: ['query', 'type', 'page', 'literal'],
  ...{ cinema: LISTING, genres: LISTING, lists: LISTING, category: LISTING },
  ...{ casts: ['letter', 'page'], cast: ['job', 'page'], lives: ['day'], channel: ['page'], magazines: ['page'] },
};
/** Without an id they list the newest of their kind. */
const LISTED_BARE = /^\/(movie|series|episode|video|(app\/)?((movie|series|episode|video)\/)?show)\/?$/;

/** Shared pages with a form that works without JavaScript: a title's page sells. */
const SELLING = /^\/(movie|series|episode|video|app\/((series|episode)\/)?show)\/[^/]+\/?$/;

/** The methods that a page takes; a form posts to personal and selling pages only. */
export function listMethods({ pathname }: URL): readonly string[] {
  return PERSONAL.test(pathname) || SELLING.test(pathname) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
}

export function isCacheable(request: Request, url: URL): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !PERSONAL.test(url.pathname);
}

export function canonicalUrl(request: Request): URL {
  const url = new URL(request.url);
  const parameters = new URLSearchParams();
  const [, first = ''] = url.pathname.split('/');
  const names = LISTED_BARE.test(url.pathname) ? LISTING : Object.hasOwn(PARAMETERS, first) ? PARAMETERS[first] : [];
  for (const name of names ?? []) {
    const value = url.searchParams.get(name);
    if (value !== null) parameters.set(name, value);
  }
  url.search = parameters.toString();
  return url;
}
