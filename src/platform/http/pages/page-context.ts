import type { APIContext } from 'astro';

export type PageContext = Pick<
  APIContext,
  'cookies' | 'locals' | 'params' | 'redirect' | 'request' | 'rewrite' | 'url'
> & { response: { status?: number; headers: Headers } };
