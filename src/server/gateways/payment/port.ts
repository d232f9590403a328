import type { Problem } from '../../../domain/payment-kinds.ts';
import type { GatewayId } from '../../../domain/payment-kinds.ts';
import type { Outcome } from '../../../domain/outcome.ts';

/** What a bank needs to open its page. */
export interface BankOrder {
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
export type BankTrouble = 'gateway_unreachable' | 'gateway_refused';

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
 * The bank's word, server to server. `paid` holds also where it had been verified before: for this very payment, as
 * token, amount and reference have shown. `unknown`: the bank could not be asked; try again.
 */
export type Verdict =
  | { kind: 'paid'; reference: string; trace: string | null; card: string | null }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'mismatch'; reference: string | null }
  | { kind: 'unknown' };

/** What the bank says of a payment nobody came back from. `verify`: it may be paid, so verifying decides. */
export type Inquiry = 'verify' | 'waiting' | 'cancelled' | 'failed' | 'unknown';

/** One bank. Its methods never throw: a bank that is down, slow or talks nonsense is an outcome. */
export interface PaymentGateway {
  readonly id: GatewayId;
  readonly name_fa: string;
  readonly name_en: string;
  /** Least and most of one payment, in toman. */
  readonly limits: { min: number; max: number };
  begin: (order: BankOrder) => Promise<Outcome<{ token: string; payUrl: string }, BankTrouble>>;
  readReturn: (params: URLSearchParams, payment: BankPayment) => BankReturn;
  verify: (payment: BankPayment) => Promise<Verdict>;
  inquire: (payment: BankPayment) => Promise<Inquiry>;
  /** Gives the money back; whether the bank said that it did. */
  reverse: (payment: BankPayment) => Promise<boolean>;
}
