import { normalizeHost } from '../http/origin/demo.ts';
import type { Env } from './env.ts';

export const VARIANT_NAMES = ['main', 'plus', 'igapp'] as const;

export interface Variant {
  name: (typeof VARIANT_NAMES)[number];
  /** One of igapp's two hosts: no payments link, no full-rate note, no default subscription (spec 1.08, 2.15, 4.26). */
  isRestricted: boolean;
  givesSubscription: boolean; // Every visitor of this host has a subscription (spec 4.26).
  sisterUrl: string | null; // Spec 2.30.
  showTermsNote: boolean; // Spec 2.50.
}

export type VariantSettings = Pick<Env, 'SITE_VARIANT' | 'IGAPP_HOSTS' | 'SISTER_URL'>;

/** The site's variant for a visited host, whose port does not matter. Settings are checked in app/unsafe-settings.ts. */
export function getVariant(env: VariantSettings, host: string): Variant {
  const name = VARIANT_NAMES.find((variant) => variant === env.SITE_VARIANT) ?? 'main';
  const isIgapp = name === 'igapp';
  const isRestricted = isIgapp && listIgappHosts(env).includes(normalizeHost(host));
  return {
    name,
    isRestricted,
    givesSubscription: isIgapp && !isRestricted,
    sisterUrl: name === 'plus' ? null : env.SISTER_URL || null,
    showTermsNote: !isIgapp,
  };
}

export function listIgappHosts({ IGAPP_HOSTS }: Pick<Env, 'IGAPP_HOSTS'>): (string | null)[] {
  return (IGAPP_HOSTS ?? '').split(',').map(normalizeHost);
}

/** False in front of a provider, and where everybody has a subscription. */
export function offersTrial(env: Pick<Env, 'API_BASE_URL'>, variant: Variant): boolean {
  return env.API_BASE_URL === '' && !variant.givesSubscription;
}

/** Days of a new account's trial where the desk has set no rule. */
export function readTrialDays(env: Pick<Env, 'TRIAL_DAYS'>): number {
  const days = Number(env.TRIAL_DAYS);
  return Number.isFinite(days) && days > 0 ? days : 0;
}
