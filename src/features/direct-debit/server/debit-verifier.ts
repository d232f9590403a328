import { BANK_WINDOW_SECONDS } from '../../payments/config.ts';
import { createMandateProvider } from './gateways/choose.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import type { Inquirer } from '../../payments/server/verify.ts';

/** The payment's token is the track id of its withdrawal. Null where direct debit is off. */
export function createDebitVerifier(context: BankContext): Inquirer | null {
  const provider = createMandateProvider(context);
  if (!provider) return null;
  return {
    terminal: null,
    verify: async ({ token, rial }) => {
      const withdrawal = await provider.lookUp(token ?? '');
      switch (withdrawal.kind) {
        case 'done':
          return withdrawal.rial === rial
            ? { kind: 'paid', reference: withdrawal.reference, trace: token, card: null }
            : { kind: 'mismatch', reference: withdrawal.reference, isBound: true };
        case 'failed':
          return { kind: 'refused', problem: 'gateway_refused' };
        default:
          return { kind: 'unknown' };
      }
    },
    inquire: async ({ token, createdAt }) => {
      const withdrawal = await provider.lookUp(token ?? '');
      switch (withdrawal.kind) {
        case 'done':
          return 'verify';
        case 'failed':
          return 'failed';
        case 'missing':
          // A lost request may still arrive before the window ends.
          return createdAt <= context.now - BANK_WINDOW_SECONDS ? 'failed' : 'waiting';
        case 'pending':
          return 'waiting';
        case 'unknown':
          return 'unknown';
      }
    },
    // A debit that does not fit needs a person.
    reverse: async () => Promise.resolve(false),
  };
}
