import type { Env } from '../../config/env.ts';

/** Cloudflare: Tor and an unknown country. */
const UNKNOWN = new Set(['T1', 'XX']);

/** The code of the country that the edge saw, or that the host's proxy names in a header of the settings. */
export function readCountry(
  request: Request,
  { CLIENT_COUNTRY_HEADER: header = '' }: Pick<Env, 'CLIENT_COUNTRY_HEADER'>,
): string | null {
  const seen: unknown = request.cf?.['country'];
  const text = typeof seen === 'string' ? seen : header === '' ? '' : (request.headers.get(header) ?? '');
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && !UNKNOWN.has(code) ? code : null;
}
