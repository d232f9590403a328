const PERSONAL =
  /^\/(login|logout|locale|profile|payments|callback|plan|((movie|series|episode)\/)?download|dev|ref|kids|continue|comments|operator|app(?=\/?$))(\/|$)/;
/** Query parameters in the key of a shared answer; no other reaches the page. */
const PARAMETERS = [
  'query',
  'page',
  'literal',
  'sort',
  'type',
  'age',
  'lang',
  'country',
  'f_type',
  'genre',
  'letter',
  'job',
  'day',
];

/** Shared pages with a form that works without JavaScript: a title's page sells. */
const SELLING = /^\/(app\/)?(movie|series|episode|video)\/[^/]+\/?$/;

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
  for (const name of PARAMETERS) {
    const value = url.searchParams.get(name);
    if (value !== null) parameters.set(name, value);
  }
  url.search = parameters.toString();
  return url;
}
