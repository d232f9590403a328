import { BANK_WINDOW_SECONDS } from '../../../config/money.ts';
import { mandateProvider } from '../../gateways/mandate/choose.ts';
import type { BankContext } from '../../gateways/payment/choose.ts';
import type { Inquirer } from '../payments/verify.ts';

/** Direct debit as a bank to be asked: the payment's token is the track id of its withdrawal. Null where it is off. */
export function debitVerifier(context: BankContext): Inquirer | null {
  const provider = mandateProvider(context);
  if (!provider) return null;
  return {
    verify: async ({ token, rial }) => {
      const found = await provider.lookUp(token ?? '');
      switch (found.kind) {
        case 'done':
          return found.rial === rial
            ? { kind: 'paid', reference: found.reference, trace: token, card: null }
            : { kind: 'mismatch', reference: found.reference };
        case 'failed':
          return { kind: 'refused', problem: 'gateway_refused' };
        default:
          return { kind: 'unknown' };
      }
    },
    inquire: async ({ token, createdAt }) => {
      const found = await provider.lookUp(token ?? '');
      switch (found.kind) {
        case 'done':
          return 'verify';
        case 'failed':
          return 'failed';
        case 'missing':
          // A request that was lost may still be on its way; after the window it is not.
          return createdAt <= context.now - BANK_WINDOW_SECONDS ? 'failed' : 'waiting';
        case 'pending':
          return 'waiting';
        case 'unknown':
          return 'unknown';
      }
    },
    // What was collected and does not fit is for a person to look at.
    reverse: async () => Promise.resolve(false),
  };
}
