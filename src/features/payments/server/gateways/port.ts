import type { Problem } from '../../../ledger/payment-kinds.ts';
import type { GatewayId } from '../../../ledger/payment-kinds.ts';
import type { Outcome } from '../../../../platform/outcome.ts';

interface BankOrder {
  id: string;
  rial: number;
  callbackUrl: string;
  mobile: string;
  description: string;
}

export interface BankPayment {
  id: string;
  rial: number;
  token: string | null;
  /** The bank's number of the transaction, once a callback has named it. */
  reference: string | null;
  createdAt: number;
}

type BankError = 'gateway_unreachable' | 'gateway_refused';

/** `paid` is a claim, never proof. `foreign`: not this payment's. `mismatch`: another amount. */
export type BankReturn =
  | { kind: 'paid'; reference: string | null }
  | { kind: 'cancelled' }
  | { kind: 'failed'; problem: Problem }
  | { kind: 'mismatch' }
  | { kind: 'foreign' };

/** `isRepeat`: verified before, payment unknown. `isBound`: found by the bank's own token, so it can be given back.
 * `mismatch` without `isBound` proves only that the reference is another payment's. */
export type Verdict =
  | { kind: 'paid'; reference: string; trace: string | null; card: string | null; isRepeat?: boolean }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'mismatch'; reference: string | null; isBound: boolean; isRepeat?: boolean }
  | { kind: 'unknown' };

/** `verify`: may be paid. `waiting`: the bank has answered, undecided. `unknown`: the bank could not be asked. */
export type Inquiry = 'verify' | 'waiting' | 'cancelled' | 'failed' | 'unknown';

/** The bank's answer to a test of this site. `failed`: no answer that it documents. `code` is the bank's own. */
export interface Probe {
  state: 'works' | 'refused' | 'failed';
  code: string;
}

/** Methods never throw: a bank that is down or answers nonsense is an outcome. */
export interface PaymentGateway {
  readonly id: GatewayId;
  readonly limits: { min: number; max: number };
  /** Set where verdicts name a reference (SEP); null where they are bound to the payment by the bank's own token. */
  readonly terminal: string | null;
  begin: (order: BankOrder) => Promise<Outcome<{ token: string; payUrl: string }, BankError>>;
  readReturn: (params: URLSearchParams, payment: BankPayment) => BankReturn;
  verify: (payment: BankPayment) => Promise<Verdict>;
  /** Null where the bank answers about a reference alone (SEP), by `verify`. */
  inquire: ((payment: BankPayment) => Promise<Inquiry>) | null;
  reverse: (payment: BankPayment) => Promise<boolean>;
  /** Asks about a payment that does not exist: no money moves. */
  probe: () => Promise<Probe>;
}
