import { nameCountry } from '../../platform/text/code-names.ts';
import { formatNumber } from '../../platform/text/format.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { joinWords } from '../../platform/ui/language-list.ts';

const MAX_NAMED = 5;

/** As answers have it: the numbers of networks stay on the server. */
export interface ShownArea {
  countries: readonly string[];
  has_networks: boolean;
}

/** «فقط در ایران»; null for a title that plays everywhere. */
export function describeArea({ countries: codes, has_networks: hasNetworks }: ShownArea): string | null {
  if (codes.length === 0) return hasNetworks ? m.area_networks() : null;
  const countries = listCountries(codes);
  return hasNetworks ? m.area_both({ countries }) : m.area_countries({ countries });
}

function listCountries(codes: readonly string[]): string {
  const rest = codes.length - MAX_NAMED;
  if (rest <= 1) return joinWords(codes.map(nameCountry));
  return joinWords([...codes.slice(0, MAX_NAMED).map(nameCountry), m.area_more({ count: formatNumber(rest) })]);
}
