import type { Env } from './env.ts';

type Name = Readonly<Record<'fa' | 'en', string>>;

/** Networks of Iranian operators by their AS number. */
const OPERATORS: ReadonlyMap<number, Name> = new Map([
  [197207, { fa: 'همراه اول', en: 'Hamrah-e Aval' }],
  [44244, { fa: 'ایرانسل', en: 'Irancell' }],
  [57218, { fa: 'رایتل', en: 'RighTel' }],
]);

/** The operator whose network has this AS number; null where it is none that we know, or the number is not known. */
export function getOperatorName(asn: number | null, locale: keyof Name): string | null {
  return (asn === null ? undefined : OPERATORS.get(asn)?.[locale]) ?? null;
}

/**
 * Spec 1.07: the AS numbers in FULLRATE_NETWORKS, from which visitors watch without a subscription, billed at full rate.
 * An entry that is not an AS number opens nothing.
 */
export function listFullrateNetworks({ FULLRATE_NETWORKS }: Pick<Env, 'FULLRATE_NETWORKS'>): number[] {
  return (FULLRATE_NETWORKS ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => /^[1-9]\d{0,9}$/.test(entry))
    .map(Number);
}

/** The AS number is the edge's own word on the connection. No header of the visitor is read. */
export function isFullrateNetwork(env: Pick<Env, 'FULLRATE_NETWORKS'>, asn: number | null): boolean {
  return asn !== null && listFullrateNetworks(env).includes(asn);
}

/** Spec 1.09: the operators of those networks as one phrase («همراه اول یا ایرانسل»); null where none is known by name. */
export function nameFullrateOperators(env: Pick<Env, 'FULLRATE_NETWORKS'>, locale: keyof Name): string | null {
  const names = listFullrateNetworks(env).flatMap((asn) => getOperatorName(asn, locale) ?? []);
  if (names.length === 0) return null;
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(new Set(names));
}
