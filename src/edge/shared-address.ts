import { findPage } from '../platform/pages/find-page.ts';

/** The methods that a page takes. */
export function listMethods({ pathname }: URL): readonly string[] {
  return findPage(pathname).forms === 'accepted' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
}

export function isCacheable({ method }: Request, { pathname }: URL): boolean {
  return (method === 'GET' || method === 'HEAD') && findPage(pathname).cache === 'shared';
}

/** Only the parameters that the page reads are in the key of a shared answer. */
export function canonicalUrl(request: Request): URL {
  const url = new URL(request.url);
  const parameters = new URLSearchParams();
  for (const name of findPage(url.pathname).parameters) {
    const value = url.searchParams.get(name);
    if (value !== null) parameters.set(name, value);
  }
  url.search = parameters.toString();
  return url;
}
