import type { Env } from '../platform/config/env.ts';
import { listProviderOrigins } from './provider/settings.ts';

/** The directives of a page's policy by which a player loads segments, pictures and sound. */
const MEDIA_DIRECTIVES = /\b(connect-src|media-src|img-src) 'self'/g;

/** Adds the media host, and in provider mode the hosts of its pictures and streams, to a page's content security policy, which is made at build time and knows only the site. */
export function allowMediaHost(headers: Headers, env: Env): void {
  const policy = headers.get('content-security-policy');
  if (policy === null) return;
  const own = env.MEDIA_BASE_URL === '' ? [] : [new URL(env.MEDIA_BASE_URL).origin];
  const { pictures, media } = listProviderOrigins(env);
  const all = policy.replace(MEDIA_DIRECTIVES, (match, name: string) =>
    [match, ...own, ...(name === 'img-src' ? pictures : media)].join(' '),
  );
  headers.set('content-security-policy', all);
}
