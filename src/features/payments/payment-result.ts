import { isTitleKind } from '../../platform/kinds.ts';
import { paths } from '../../platform/paths.ts';
import type { LineKind, Purpose } from '../ledger/payment-kinds.ts';
import type { NextStep, PaymentState } from './payment-state.ts';

/**
 * What the result page says of a payment. `open`: the bank's page still waits for the visitor. `waiting`: nothing to
 * do but wait. `returned`: the bank gave the money back. `unclear`: a person has to look. `kept`: paid, but not for this
 * purchase any more, so the money is in the wallet.
 */
export type PaymentResult =
  'paid' | 'kept' | 'open' | 'waiting' | 'cancelled' | 'failed' | 'expired' | 'returned' | 'unclear';

/** The result of a payment in this state, whose next step is `next` (payments/payment-state.ts). */
export function toPaymentResult({ state, next }: { state: PaymentState; next: NextStep }): PaymentResult {
  if (state === 'settled') return next === 'retry' ? 'kept' : 'paid';
  if (state === 'reversed') return 'returned';
  if (next === 'contact') return 'unclear';
  if (state === 'cancelled' || state === 'expired' || state === 'failed') return state;
  return next === 'continue' ? 'open' : 'waiting';
}

/** Whether the result may still change by itself, so that it is worth asking again. */
export function isOpen(result: PaymentResult): boolean {
  return result === 'open' || result === 'waiting';
}

interface Bought {
  purpose: Purpose;
  lines: readonly { kind: LineKind; id: number; title: { kind: string; id: number } | null }[];
  content: { kind: string; id: number } | null;
  return_path: string | null;
}

/** Where to enjoy what was bought: the title it was bought for, playing; a ticket's screening; the downloads. */
export function enjoyPath({ purpose, lines, content }: Bought): string | null {
  const [line] = lines;
  if (purpose === 'cart') return paths.download();
  if (line?.kind === 'screening') return paths.screening(line.id);
  const title = content ?? (line?.kind === 'title' ? line.title : null);
  return title && isTitleKind(title.kind) ? paths.play(title.kind, title.id) : null;
}

/** Where the same can be bought again, after a payment that came to nothing. */
export function retryPath({ purpose, lines, content, return_path: from }: Bought): string {
  const [line] = lines;
  if (purpose === 'plan' && line) {
    return paths.plan(line.id, { contentId: content?.id, contentType: content?.kind, from: from ?? undefined });
  }
  if (purpose === 'cart') return paths.download();
  const title = line?.title;
  return title && isTitleKind(title.kind) ? paths.title(title.kind, title.id) : (from ?? paths.home());
}
