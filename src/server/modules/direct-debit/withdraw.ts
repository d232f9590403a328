import { toRial } from '../../../domain/money.ts';
import type { MandateRow, PaymentRow } from '../../db/money-schema.ts';
import { mandateProvider } from '../../gateways/mandate/choose.ts';
import type { BankContext } from '../../gateways/payment/choose.ts';
import { verifyPayment } from '../payments/verify.ts';
import { saveToken } from '../payments/transitions.ts';
import { debitVerifier } from './debit-verifier.ts';

/**
 * Collects a payment by a mandate under a track id. The track id is kept before the provider is asked, so that
 * whatever happens then the cron can find out; asking twice is one withdrawal.
 */
export async function withdraw(
  context: BankContext,
  mandate: MandateRow,
  payment: PaymentRow,
  trackId: string,
): Promise<void> {
  const provider = mandateProvider(context);
  const verifier = debitVerifier(context);
  if (!provider || !verifier || mandate.authorizationId === null) return;
  if (!(await saveToken(context.db, payment.id, { token: trackId, payUrl: null }))) return;
  const state = await provider.withdraw({
    authorizationId: mandate.authorizationId,
    rial: toRial(payment.total),
    trackId,
    description: `Pardeh ${payment.id}`,
  });
  if (state.kind === 'done' || state.kind === 'failed') {
    await verifyPayment(context.db, verifier, { ...payment, token: trackId }, null, context.now);
  }
}
