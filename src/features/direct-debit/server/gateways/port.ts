import type { Outcome } from '../../../../platform/outcome.ts';

interface DebitBank {
  /** Three digits of the Sheba number, `012`. */
  code: string;
  name: string;
  is_healthy: boolean;
}

/** What a person agrees to; amounts in rial. */
interface MandateTerms {
  bank: string;
  mobile: string;
  callbackUrl: string;
  rialEach: number;
  countPerMonth: number;
  /** ISO date. */
  endsOn: string;
}

type MandateReturn = { kind: 'agreed'; authorizationId: string } | { kind: 'refused' } | { kind: 'foreign' };

interface Withdrawal {
  authorizationId: string;
  rial: number;
  /** Ours, unique: the provider does one withdrawal for it however often it is asked. */
  trackId: string;
  description: string;
}

/** What became of a withdrawal. `missing`: the provider has never heard of it. `unknown`: it could not be asked. */
export type WithdrawalState =
  | { kind: 'done'; reference: string; rial: number }
  | { kind: 'pending' }
  | { kind: 'failed' }
  | { kind: 'missing' }
  | { kind: 'unknown' };

/** What a provider tells of an authorization, as far as it does: amounts in rial. */
export interface MandateDetails {
  token?: string | undefined;
  bank?: string | undefined;
  mobile?: string | undefined;
  rialEach?: number | undefined;
  countPerMonth?: number | undefined;
}

/** `missing`: the provider has no such authorization, or it is over. `unknown`: it could not be asked. */
type Revoked = 'revoked' | 'missing' | 'unknown';

/** Direct debit at one provider. Its methods never throw. */
export interface MandateProvider {
  readonly id: 'sandbox' | 'vandar';
  banks: () => Promise<Outcome<DebitBank[], 'gateway_failed'>>;
  create: (terms: MandateTerms) => Promise<Outcome<{ token: string; payUrl: string }, 'gateway_failed'>>;
  readReturn: (params: URLSearchParams, token: string) => MandateReturn;
  /** Makes an agreed mandate good; null where the provider could not be asked. */
  confirm: (authorizationId: string) => Promise<boolean | null>;
  /** What is known of an authorization; null where the provider has none such or could not be asked. */
  describe: (authorizationId: string) => Promise<MandateDetails | null>;
  revoke: (authorizationId: string) => Promise<Revoked>;
  withdraw: (withdrawal: Withdrawal) => Promise<WithdrawalState>;
  lookUp: (trackId: string) => Promise<WithdrawalState>;
}
