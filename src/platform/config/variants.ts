/** Site variants of the specification: which environment a Worker serves, and what each one changes. */
export type VariantName = 'main' | 'plus' | 'igapp';

export interface Variant {
  name: VariantName;
  /** Hosts of the igapp environment for which /payments and the full-rate note are hidden (spec 1.08, 2.15). */
  restrictedHosts: readonly string[];
  /** Spec 2.30: the sister service named in the plan modal, where there is one. */
  sisterUrl: string | null;
  /** Spec 2.50. */
  showTermsNote: boolean;
}

const VARIANTS: Record<VariantName, Variant> = {
  main: { name: 'main', restrictedHosts: [], sisterUrl: 'https://plus.example.org', showTermsNote: true },
  plus: { name: 'plus', restrictedHosts: [], sisterUrl: null, showTermsNote: true },
  igapp: {
    name: 'igapp',
    restrictedHosts: ['igapp.example.org', 'app.igapp.example.org'],
    sisterUrl: 'https://plus.example.org',
    showTermsNote: false,
  },
};

/** The variant of a configured name; anything unknown is `main`. */
export function getVariant(name: string | undefined): Variant {
  return name === 'plus' || name === 'igapp' ? VARIANTS[name] : VARIANTS.main;
}

/** Whether this variant gives every visitor of this host a subscription, so that nobody asks for a guest's (spec 4.26). */
export function givesSubscription(variant: Variant, host: string): boolean {
  return variant.name === 'igapp' && !isRestrictedHost(variant, host);
}

/** Whether this variant hides payments and the full-rate note on this host (spec 1.08, 2.15). */
export function isRestrictedHost(variant: Variant, host: string): boolean {
  return variant.restrictedHosts.includes(host);
}
