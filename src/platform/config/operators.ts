import { perLocale } from '../text/per-locale.ts';
import type { Env } from './env.ts';

type Name = Readonly<Record<'fa' | 'en', string>>;

const OPERATORS: ReadonlyMap<number, Name> = new Map([
  [197207, { fa: 'همراه اول', en: 'Hamrah-e Aval' }],
  [44244, { fa: 'ایرانسل', en: 'Irancell' }],
  [57218, { fa: 'رایتل', en: 'RighTel' }],
]);

const disjunctions = perLocale((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));

export function getOperatorName(asn: number | null, locale: keyof Name): string | null {
  return (asn === null ? undefined : OPERATORS.get(asn)?.[locale]) ?? null;
}

/** The AS number of a network with a name; 0 for all others together, so that counts by network name nobody. */
export const toNamedNetwork = (asn: number | null): number => (getOperatorName(asn, 'en') === null ? 0 : (asn ?? 0));

/** Spec 1.07. Entries that are not an AS number are ignored. */
function listFullrateNetworks({ FULLRATE_NETWORKS }: Pick<Env, 'FULLRATE_NETWORKS'>): number[] {
  return (FULLRATE_NETWORKS ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => /^[1-9]\d{0,9}$/.test(entry))
    .map(Number);
}

/** `asn` comes from the edge's connection: no request header may set it. */
export function isFullrateNetwork(env: Pick<Env, 'FULLRATE_NETWORKS'>, asn: number | null): boolean {
  return asn !== null && listFullrateNetworks(env).includes(asn);
}

/** Spec 1.09: «همراه اول یا ایرانسل»; null where no name is known. */
export function nameFullrateOperators(env: Pick<Env, 'FULLRATE_NETWORKS'>, locale: keyof Name): string | null {
  const names = listFullrateNetworks(env).flatMap((asn) => getOperatorName(asn, locale) ?? []);
  if (names.length === 0) return null;
  return disjunctions(locale).format(new Set(names));
}
