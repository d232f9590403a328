import type { Problem } from '../../../ledger/payment-kinds.ts';
import type { GatewayId } from '../../../ledger/payment-kinds.ts';
import type { Outcome } from '../../../../platform/outcome.ts';

/** What a bank needs to open its page. */
interface BankOrder {
  /** Our own id of the payment, twenty letters and digits. */
  id: string;
  rial: number;
  /** Built from configuration; carries our id in its path. */
  callbackUrl: string;
  /** `09xxxxxxxxx`. */
  mobile: string;
  description: string;
}

/** What is known of a payment when a bank is asked about it. */
export interface BankPayment {
  id: string;
  rial: number;
  token: string | null;
  /** The bank's number of the transaction, as far as a callback has named it. */
  reference: string | null;
  /** Epoch seconds. */
  createdAt: number;
}

/** Why a bank could not be used: no answer, or no answer that it documents; or it refused. */
type BankTrouble = 'gateway_unreachable' | 'gateway_refused';

/**
 * What a callback says, once it fits the payment. `foreign`: it does not belong to this payment and changes nothing.
 * `mismatch`: it belongs to it but names another amount. `paid` is a claim to be verified, never proof.
 */
export type BankReturn =
  | { kind: 'paid'; reference: string | null }
  | { kind: 'cancelled' }
  | { kind: 'failed'; problem: Problem }
  | { kind: 'mismatch' }
  | { kind: 'foreign' };

/**
 * The bank's word, server to server. `unknown`: the bank could not be asked; try again. `isRepeat`: it says that the
 * reference had been verified before, and does not say for which payment. `mismatch`: what was paid is not what this
 * payment asks for. `isBound`: the bank found it by its own name of this payment (token, authority, trackId), so the
 * money belongs to it and can be given back; not bound, the verdict proves only that the reference is another's.
 */
export type Verdict =
  | { kind: 'paid'; reference: string; trace: string | null; card: string | null; isRepeat?: boolean }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'mismatch'; reference: string | null; isBound: boolean; isRepeat?: boolean }
  | { kind: 'unknown' };

/**
 * What the bank says of a payment nobody came back from. `verify`: it may be paid, so verifying decides. `waiting`: it
 * has answered, and nothing is decided. `unknown`: it could not be asked.
 */
export type Inquiry = 'verify' | 'waiting' | 'cancelled' | 'failed' | 'unknown';

/** One bank. Its methods never throw: a bank that is down, slow or talks nonsense is an outcome. */
export interface PaymentGateway {
  readonly id: GatewayId;
  readonly name_fa: string;
  readonly name_en: string;
  /** Least and most of one payment, in toman. */
  readonly limits: { min: number; max: number };
  /**
   * The terminal whose references verdicts are about, where the bank is asked by a reference that a callback named and
   * not by its own name of the payment (SEP). Null: verdicts are bound to the payment.
   */
  readonly terminal: string | null;
  begin: (order: BankOrder) => Promise<Outcome<{ token: string; payUrl: string }, BankTrouble>>;
  readReturn: (params: URLSearchParams, payment: BankPayment) => BankReturn;
  verify: (payment: BankPayment) => Promise<Verdict>;
  inquire: (payment: BankPayment) => Promise<Inquiry>;
  /** Gives the money back; whether the bank said that it did. */
  reverse: (payment: BankPayment) => Promise<boolean>;
}
