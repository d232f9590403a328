type VariantName = 'main' | 'plus' | 'igapp';

export interface Variant {
  name: VariantName;
  restrictedHosts: readonly string[]; // Spec 1.08, 2.15.
  sisterUrl: string | null; // Spec 2.30.
  showTermsNote: boolean; // Spec 2.50.
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

export function getVariant(name: string | undefined): Variant {
  return name === 'plus' || name === 'igapp' ? VARIANTS[name] : VARIANTS.main;
}

/** Every visitor of this host has a subscription (spec 4.26). */
export function givesSubscription(variant: Variant, host: string): boolean {
  return variant.name === 'igapp' && !isRestrictedHost(variant, host);
}

/** Payments and the full-rate note are hidden (spec 1.08, 2.15). */
export function isRestrictedHost(variant: Variant, host: string): boolean {
  return variant.restrictedHosts.includes(host);
}
