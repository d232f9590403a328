import { CAST_SCRIPT } from '../platform/config/cast-script.ts';
import type { Env } from '../platform/config/env.ts';
import { listProviderOrigins } from './provider/settings.ts';

const SCRIPTS = /\bscript-src 'self'/;
const CAST_ORIGIN = new URL(CAST_SCRIPT).origin;
const MEDIA_DIRECTIVES = /\b(connect-src|media-src|img-src) 'self'/g;

/** The policy is made at build time: adds the media host and, in provider mode, the provider's hosts. */
export function allowMediaHost(headers: Headers, env: Env): void {
  const policy = headers.get('content-security-policy');
  if (policy === null) return;
  const mediaOrigins = env.MEDIA_BASE_URL === '' ? [] : [new URL(env.MEDIA_BASE_URL).origin];
  const { pictures, media } = listProviderOrigins(env);
  const all = policy.replace(MEDIA_DIRECTIVES, (match, name: string) =>
    [match, ...mediaOrigins, ...(name === 'img-src' ? pictures : media)].join(' '),
  );
  headers.set('content-security-policy', env.CAST === 'on' ? all.replace(SCRIPTS, `$& ${CAST_ORIGIN}`) : all);
}
