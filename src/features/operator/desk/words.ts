import { GIFT_CARDS } from '../../ledger/ledger.ts';
import { GATEWAYS, TRANSFER, type LineKind, type Method, type Purpose } from '../../ledger/payment-kinds.ts';
import type { PaymentState } from '../../payments/payment-state.ts';
import type { Tone } from '../../../platform/desk/Parts.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';

const STATES: Record<PaymentState, readonly [Tone, () => string]> = {
  initiated: ['open', m.payment_initiated],
  pending: ['open', m.payment_pending],
  verifying: ['open', m.payment_verifying],
  settled: ['good', m.payment_settled],
  failed: ['bad', m.payment_failed],
  cancelled: ['quiet', m.payment_cancelled],
  expired: ['quiet', m.payment_expired],
  reversed: ['bad', m.payment_reversed],
};

export function describeState(state: PaymentState): { tone: Tone; text: string } {
  const [tone, text] = STATES[state];
  return { tone, text: text() };
}

const PURPOSES: Record<Purpose, () => string> = {
  wallet: m.purpose_wallet,
  plan: m.purpose_plan,
  title: m.purpose_title,
  cart: m.purpose_cart,
};

export const namePurpose = (purpose: Purpose) => PURPOSES[purpose]();

export function nameMethod(method: Method): string {
  if (method === 'wallet') return m.method_wallet();
  if (method === 'direct_debit') return m.method_direct_debit();
  if (method === TRANSFER) return m.method_transfer();
  return nameIn(getLocale(), GATEWAYS[method]);
}

const LINES: Record<LineKind, () => string> = {
  wallet: m.purpose_wallet,
  plan: m.purpose_plan,
  title: m.purpose_title,
  screening: m.line_screening,
  download: m.line_download,
};

export function nameLine(line: { name_fa: string; name_en: string; card_tail: string | null }): string {
  const name = nameIn(getLocale(), line);
  return line.card_tail === null ? name : m.line_gift_card({ name, tail: line.card_tail });
}

/** An account of the ledger: `wallet:12`, `bank:saman`, `sales:plan`, `vat`. */
export function nameLedgerAccount(account: string): string {
  const [kind = '', rest = ''] = account.split(':');
  switch (kind) {
    case 'wallet':
      return m.ledger_wallet();
    case 'bank':
      return m.ledger_bank({ name: nameMethod(rest as Method) });
    case 'outside':
      return m.ledger_outside({ name: nameMethod(rest as Method) });
    case 'sales':
      return m.ledger_sales({ name: LINES[rest as LineKind]() });
    case GIFT_CARDS:
      return m.ledger_gift_cards();
    case 'vat':
      return m.ledger_vat();
    case 'suspense':
      return m.ledger_suspense();
    default:
      return account;
  }
}

/** An event of the ledger: `refund:<id>`. */
export function nameLedgerEvent(event: string): string {
  const [kind] = event.split(':');
  if (kind === 'pay') return m.event_pay();
  if (kind === 'sale') return m.event_sale();
  if (kind === 'redeem') return m.event_redeem();
  if (kind === 'undo') return m.event_undo();
  return kind === 'refund' ? m.event_refund() : m.event_correction();
}

/** Whether a subscription runs until a time to come, epoch seconds. */
export const isRunning = (until: number) => until > Date.now() / 1000;
