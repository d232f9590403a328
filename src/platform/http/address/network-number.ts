import type { Env } from '../../config/env.ts';

/** The number (AS) of the network that the edge saw, or that the host's proxy names in a header of the settings. */
export function readNetworkNumber(
  request: Request,
  { CLIENT_NETWORK_HEADER: header = '' }: Pick<Env, 'CLIENT_NETWORK_HEADER'>,
): number | null {
  const asn: unknown = request.cf?.['asn'];
  if (typeof asn === 'number') return asn;
  const text = header === '' ? '' : (request.headers.get(header) ?? '');
  const digits = /^\s*(?:AS)?([1-9]\d{0,9})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
