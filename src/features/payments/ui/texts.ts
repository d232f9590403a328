import type { Payment, PaymentLine } from '../contract.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn, type Locale } from '../../../platform/text/locale.ts';
import type { LineKind } from '../../ledger/payment-kinds.ts';
import type { PaymentResult } from '../payment-result.ts';
import type { PaymentState } from '../payment-state.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

export const RESULTS: Record<PaymentResult, { heading: () => string; text: () => string }> = {
  paid: { heading: m.result_paid, text: m.result_paid_text },
  kept: { heading: m.result_in_wallet, text: m.result_in_wallet_superseded },
  open: { heading: m.result_open, text: m.result_open_text },
  waiting: { heading: m.result_waiting, text: m.result_waiting_text },
  cancelled: { heading: m.result_cancelled, text: m.result_cancelled_text },
  failed: { heading: m.result_failed, text: m.result_failed_text },
  expired: { heading: m.result_expired, text: m.result_expired_text },
  returned: { heading: m.result_returned, text: m.result_returned_text },
  unclear: { heading: m.result_unclear, text: m.result_unclear_text },
};

export function getResultText(result: PaymentResult, { problem }: Pick<Payment, 'problem'>): string {
  if (result !== 'kept') return RESULTS[result].text();
  if (problem === 'screening_full') return m.result_in_wallet_seats();
  return problem === 'discount_exhausted' ? m.result_in_wallet_discount() : RESULTS.kept.text();
}

export const STATES: Record<PaymentState, () => string> = {
  initiated: m.state_pending,
  pending: m.state_pending,
  verifying: m.state_pending,
  settled: m.state_settled,
  failed: m.state_failed,
  cancelled: m.state_cancelled,
  expired: m.state_expired,
  reversed: m.state_reversed,
};

const LINES: Record<Exclude<LineKind, 'download' | 'wallet'>, (values: { name: string }) => string> = {
  plan: m.line_plan,
  title: m.line_title,
  screening: m.line_screening,
};

export type NamedLine = Pick<PaymentLine, 'kind' | 'name_fa' | 'name_en' | 'quality' | 'gift'>;

export function getLineText(line: NamedLine, locale: Locale): string {
  const name = nameIn(locale, line);
  if (line.gift) return m.line_gift({ name });
  if (line.kind === 'wallet') return m.line_wallet();
  if (line.kind === 'download') return m.line_download({ name, quality: line.quality ?? '' });
  return LINES[line.kind]({ name });
}

export function getLinesText(lines: readonly PaymentLine[], locale: Locale): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const text = getLineText(line, locale);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => (count === 1 ? text : `${text} × ${formatNumber(count)}`))
    .join(locale === 'fa' ? '، ' : ', ');
}
