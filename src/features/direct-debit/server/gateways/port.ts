import type { Outcome } from '../../../../platform/outcome.ts';

interface DebitBank {
  /** Three digits of the Sheba number, such as `012`. */
  code: string;
  name: string;
  is_healthy: boolean;
}

/** Rial. */
interface MandateTerms {
  bank: string;
  mobile: string;
  callbackUrl: string;
  rialEach: number;
  countPerMonth: number;
  endsOn: string;
}

type MandateReturn = { kind: 'agreed'; authorizationId: string } | { kind: 'refused' } | { kind: 'foreign' };

interface Withdrawal {
  authorizationId: string;
  rial: number;
  /** Our idempotency key: one withdrawal at the provider. */
  trackId: string;
  description: string;
}

/** `missing`: unknown to the provider. `unknown`: the provider could not be asked. */
export type WithdrawalState =
  | { kind: 'done'; reference: string; rial: number }
  | { kind: 'pending' }
  | { kind: 'failed' }
  | { kind: 'missing' }
  | { kind: 'unknown' };

/** Rial; fields that the provider does not send are absent. */
export interface MandateDetails {
  token?: string | undefined;
  bank?: string | undefined;
  mobile?: string | undefined;
  rialEach?: number | undefined;
  countPerMonth?: number | undefined;
}

/** `missing`: no such authorization, or it is over. `unknown`: the provider could not be asked. */
type Revoked = 'revoked' | 'missing' | 'unknown';

/** Methods never throw. */
export interface MandateProvider {
  readonly id: 'sandbox' | 'vandar';
  banks: () => Promise<Outcome<DebitBank[], 'gateway_failed'>>;
  create: (terms: MandateTerms) => Promise<Outcome<{ token: string; payUrl: string }, 'gateway_failed'>>;
  readReturn: (params: URLSearchParams, token: string) => MandateReturn;
  confirm: (authorizationId: string) => Promise<boolean | null>;
  /** Null where unknown or the provider could not be asked. */
  describe: (authorizationId: string) => Promise<MandateDetails | null>;
  revoke: (authorizationId: string) => Promise<Revoked>;
  withdraw: (withdrawal: Withdrawal) => Promise<WithdrawalState | { kind: 'rejected' }>; // `rejected`: not made
  lookUp: (trackId: string) => Promise<WithdrawalState>;
}
