import type { Env } from '../../platform/config/env.ts';
import { readUrl, type Fields } from './read.ts';
import { listPictureHosts } from './settings.ts';

const POSTER = ['poster', 'title_poster', 'image', 'cover', 'thumbnail', 'logo'] as const;
const BACKDROP = ['backdrop', 'cover', 'banner', 'poster', 'image'] as const;

/** Only https pictures of configured hosts: the content security policy forbids others. */
export function readPicture(env: Env, fields: Fields, shape: 'poster' | 'backdrop' = 'poster'): string | null {
  const address = readUrl(fields, ...(shape === 'poster' ? POSTER : BACKDROP));
  if (address === null || address.length > 1000) return null;
  const url = new URL(address);
  const host = listPictureHosts(env).find((pictureHost) => pictureHost.host === url.host);
  if (!host) return null;
  if (host.query === '') return address;
  return `${address}${url.search === '' ? '?' : '&'}${host.query}`;
}
