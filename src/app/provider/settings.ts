import type { Env } from '../../platform/config/env.ts';
import { API_BASE } from '../../platform/http/calls/api-base.ts';

export function supportsCall(env: Env, name: string): boolean {
  const names = splitList(env.PROVIDER_CALLS);
  return names.includes('*') || names.includes(name);
}

/** Without a slash at the end. An address of a host alone gets the default path of API v1 (spec 7.02). */
export function getApiBase(base: string): string {
  const address = base.replace(/\/+$/, '');
  return URL.canParse(address) && new URL(address).pathname === '/' ? address + API_BASE : address;
}

/** Spec 7.19. */
export function getCheckSuffix(env: Env): string {
  const suffix = env.PROVIDER_CHECK_SUFFIX ?? '';
  return /^[\w/.-]{1,60}$/.test(suffix) ? suffix : '/check';
}

export interface PictureHost {
  host: string;
  query: string;
}

/** `img.example.org?w={width}, static.example.org`; the API's apiHost host is included. */
export function listPictureHosts(env: Env): PictureHost[] {
  const apiHost = URL.canParse(env.API_BASE_URL) ? [{ host: new URL(env.API_BASE_URL).host, query: '' }] : [];
  const pictureHosts = splitList(env.PROVIDER_PICTURES).flatMap((entry) => {
    const [host = '', query = ''] = entry.split('?');
    return /^[\w.-]+(:\d+)?$/.test(host) && /^[\w=&{}.-]*$/.test(query) ? [{ host: host.toLowerCase(), query }] : [];
  });
  return [...pictureHosts, ...apiHost];
}

/** With {type}, {id} and {pass} (the cart's `pass`): section 7 has no call for streams. */
export function getStreamUrl(env: Env, title: { type: string; id: number; pass: string }): string | null {
  const template = env.PROVIDER_STREAM ?? '';
  if (template === '') return null;
  const url = template.replace(/\{(type|id|pass)\}/g, (_, name: 'type' | 'id' | 'pass') =>
    encodeURIComponent(String(title[name])),
  );
  return isStreamUrl(url) ? url : null;
}

export function isStreamUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && username === '' && password === '';
}

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
