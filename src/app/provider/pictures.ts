import type { Env } from '../../platform/config/env.ts';
import { readUrl, type Fields } from './read.ts';
import { listPictureHosts } from './settings.ts';

/** Fields in which providers name a picture. */
const POSTER = ['poster', 'title_poster', 'image', 'cover', 'thumbnail', 'logo'] as const;
const BACKDROP = ['backdrop', 'cover', 'banner', 'poster', 'image'] as const;

/**
 * The picture of a title as our pages take it: an https address at a host of the configuration, with `{width}` where the
 * host makes our sizes. A host that is not configured has no pictures here: the content security policy forbids it.
 */
export function readPicture(env: Env, fields: Fields, shape: 'poster' | 'backdrop' = 'poster'): string | null {
  const address = readUrl(fields, ...(shape === 'poster' ? POSTER : BACKDROP));
  if (address === null || address.length > 1000) return null;
  const url = new URL(address);
  const host = listPictureHosts(env).find((pictureHost) => pictureHost.host === url.host);
  if (!host) return null;
  if (host.query === '') return address;
  return `${address}${url.search === '' ? '?' : '&'}${host.query}`;
}
