import type { Env } from '../../platform/config/env.ts';

export const PURPOSES = ['wallet', 'plan', 'title', 'cart'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface GatewayDefinition {
  name_fa: string;
  name_en: string;
  needs: readonly (keyof Env)[]; // Settings without which it does not start
  trial?: keyof Env; // `1`: the bank's own sandbox, where no money moves
}

export const GATEWAYS = {
  saman: { name_fa: 'بانک سامان', name_en: 'Saman Bank', needs: ['SEP_TERMINAL_ID'] },
  zarinpal: {
    name_fa: 'زرین‌پال',
    name_en: 'Zarinpal',
    needs: ['ZARINPAL_MERCHANT_ID'],
    trial: 'ZARINPAL_SANDBOX',
  },
  zibal: { name_fa: 'زیبال', name_en: 'Zibal', needs: ['ZIBAL_MERCHANT'] },
  sandbox: { name_fa: 'درگاه آزمایشی', name_en: 'Test gateway', needs: [] },
} as const satisfies Record<string, GatewayDefinition>;
export type GatewayId = keyof typeof GATEWAYS;
export const GATEWAY_IDS = Object.keys(GATEWAYS) as [GatewayId, ...GatewayId[]];

/** True for a gateway that moves no money. */
export function isTrialGateway(env: Env, name: string): boolean {
  const setting = findGatewayDefinition(name)?.trial;
  return name === 'sandbox' || (setting !== undefined && env[setting] === '1');
}

/** The definition of a gateway by its name, if it is one. */
export function findGatewayDefinition(name: string): GatewayDefinition | undefined {
  return Object.hasOwn(GATEWAYS, name) ? GATEWAYS[name as GatewayId] : undefined;
}

/** Money that a buyer has sent outside the site for a batch of gift cards. */
export const TRANSFER = 'transfer';
/** Of payments by transfer: no account has this number. */
export const NO_ACCOUNT = 0;

export const METHODS = [...GATEWAY_IDS, 'wallet', 'direct_debit', TRANSFER] as const;
export type Method = (typeof METHODS)[number];

/** A screening line is a ticket (spec 3.15). */
export const LINE_KINDS = ['wallet', 'plan', 'title', 'screening', 'download'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** `superseded`, `discount_exhausted` or `screening_full` on a settled payment: it bought nothing, all of its money is in the wallet. */
export const PROBLEMS = [
  'gateway_unreachable',
  'gateway_refused',
  'amount_mismatch',
  'reference_used',
  'not_found_at_bank',
  'session_expired',
  'no_answer_in_time',
  'superseded',
  'discount_exhausted',
  'screening_full',
] as const;
export type Problem = (typeof PROBLEMS)[number];
