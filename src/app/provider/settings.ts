import type { Env } from '../../platform/config/env.ts';

/** Configuration of provider mode (docs/provider-mode.md), read from the bindings. */

/** `PROVIDER_CALLS`: names of our own calls that the provider answers as we do, by comma; `*`: all of them. */
export function supportsCall(env: Env, name: string): boolean {
  const names = splitList(env.PROVIDER_CALLS);
  return names.includes('*') || names.includes(name);
}

/** `PROVIDER_CHECK_SUFFIX`: what follows /ghost/get in the call of a guest's status (spec 7.19). */
export function getCheckSuffix(env: Env): string {
  const suffix = env.PROVIDER_CHECK_SUFFIX ?? '';
  return /^[\w/.-]{1,60}$/.test(suffix) ? suffix : '/check';
}

/** A host from which pictures may be shown, with the query by which it sizes them (`w={width}`), or none. */
export interface PictureHost {
  host: string;
  query: string;
}

/** `PROVIDER_PICTURES`: `img.example.org?w={width}, static.example.org`. The API's own host is always one. */
export function listPictureHosts(env: Env): PictureHost[] {
  const own = URL.canParse(env.API_BASE_URL) ? [{ host: new URL(env.API_BASE_URL).host, query: '' }] : [];
  const named = splitList(env.PROVIDER_PICTURES).flatMap((entry) => {
    const [host = '', query = ''] = entry.split('?');
    return /^[\w.-]+(:\d+)?$/.test(host) && /^[\w=&{}.-]*$/.test(query) ? [{ host: host.toLowerCase(), query }] : [];
  });
  return [...named, ...own];
}

/**
 * `PROVIDER_STREAM`: the address of a title's or channel's HLS manifest, with {type}, {id} and {pass} (the cart's
 * `pass`). Section 7 names no call that gives it. Null where none is configured.
 */
export function getStreamUrl(env: Env, title: { type: string; id: number; pass: string }): string | null {
  const template = env.PROVIDER_STREAM ?? '';
  if (template === '') return null;
  const url = template.replace(/\{(type|id|pass)\}/g, (_, name: 'type' | 'id' | 'pass') =>
    encodeURIComponent(String(title[name])),
  );
  return isStreamUrl(url) ? url : null;
}

/** Whether a player may be sent to this address: https, or http on this machine. */
export function isStreamUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && username === '' && password === '';
}

/** The origins that pages may load pictures and media from, for their content security policy. */
export function listProviderOrigins(env: Env): { pictures: string[]; media: string[] } {
  if (env.API_BASE_URL === '') return { pictures: [], media: [] };
  const base = URL.canParse(env.API_BASE_URL) ? new URL(env.API_BASE_URL) : null;
  const pictures = listPictureHosts(env).map(
    ({ host }) => `${base?.host === host ? base.protocol : 'https:'}//${host}`,
  );
  const stream = (env.PROVIDER_STREAM ?? '').replace(/[{}]/g, '');
  return { pictures: [...new Set(pictures)], media: URL.canParse(stream) ? [new URL(stream).origin] : [] };
}

function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
