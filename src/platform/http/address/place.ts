import type { Env } from '../../config/env.ts';
import { readCountry } from './country.ts';
import { readNetworkNumber } from './network-number.ts';

/** The code of a request's country and the number of its network; null where one is unknown. */
export interface Place {
  country: string | null;
  asn: number | null;
}

export function readPlace(request: Request, env: Pick<Env, 'CLIENT_COUNTRY_HEADER' | 'CLIENT_NETWORK_HEADER'>): Place {
  return { country: readCountry(request, env), asn: readNetworkNumber(request, env) };
}
