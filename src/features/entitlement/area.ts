import type { Place } from '../../platform/http/address/place.ts';

/** Of a title, by commas; null: everywhere. */
export interface Area {
  available_countries: string | null;
  available_networks: string | null;
}

/** Both limits must hold. A place that is unknown is outside of each limit. */
export function isInArea(
  { available_countries: countries, available_networks: networks }: Area,
  place: Place,
): boolean {
  return isListed(countries, place.country) && isListed(networks, place.asn === null ? null : String(place.asn));
}

export function hasArea({ available_countries: countries, available_networks: networks }: Area): boolean {
  return countries !== null || networks !== null;
}

function isListed(list: string | null, entry: string | null): boolean {
  return list === null || (entry !== null && list.split(',').includes(entry));
}
