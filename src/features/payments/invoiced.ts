import type { Payment } from './contract.ts';

/** A sale alone has an invoice: not a charge of the wallet, nor what was paid and stays in the wallet. */
export const isInvoiced = (payment: Pick<Payment, 'purpose' | 'state' | 'total' | 'kept_in_wallet'>): boolean =>
  payment.state === 'settled' && payment.purpose !== 'wallet' && payment.total > 0 && payment.kept_in_wallet === 0;
