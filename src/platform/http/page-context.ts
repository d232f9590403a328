import type { APIContext } from 'astro';

/** The part of Astro's global that page loaders use. */
export type PageContext = Pick<
  APIContext,
  'cookies' | 'locals' | 'params' | 'redirect' | 'request' | 'rewrite' | 'url'
> & { response: { status?: number; headers: Headers } };
