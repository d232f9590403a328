import { BANK_WINDOW_SECONDS } from '../../payments/config.ts';
import { mandateProvider } from './gateways/choose.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import type { Inquirer } from '../../payments/server/verify.ts';

/** Direct debit as a bank to be asked: the payment's token is the track id of its withdrawal. Null where it is off. */
export function debitVerifier(context: BankContext): Inquirer | null {
  const provider = mandateProvider(context);
  if (!provider) return null;
  return {
    terminal: null,
    verify: async ({ token, rial }) => {
      const withdrawalState = await provider.lookUp(token ?? '');
      switch (withdrawalState.kind) {
        case 'done':
          return withdrawalState.rial === rial
            ? { kind: 'paid', reference: withdrawalState.reference, trace: token, card: null }
            : { kind: 'mismatch', reference: withdrawalState.reference, isBound: true };
        case 'failed':
          return { kind: 'refused', problem: 'gateway_refused' };
        default:
          return { kind: 'unknown' };
      }
    },
    inquire: async ({ token, createdAt }) => {
      const foundWithdrawalState = await provider.lookUp(token ?? '');
      switch (foundWithdrawalState.kind) {
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
