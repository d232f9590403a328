import type { Env } from '../../config/env.ts';
import { readCountry } from './country.ts';
import { readNetworkNumber } from './network-number.ts';

/** Null where it is unknown. */
export function readPlace(
  request: Request,
  env: Pick<Env, 'CLIENT_COUNTRY_HEADER' | 'CLIENT_NETWORK_HEADER'>,
): { country: string | null; asn: number | null } {
  return { country: readCountry(request, env), asn: readNetworkNumber(request, env) };
}
