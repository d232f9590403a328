import * as v from 'valibot';
import type { Input } from '../../../platform/http/calls/call.ts';
import { reason as reasonText } from '../../../platform/http/calls/reason.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { parseToman } from '../../../platform/text/money.ts';
import type { refundPayment } from '../contract.ts';
import type { DeskPaymentPage } from '../desk-payments-contract.ts';

type Payment = { id: string; lines: readonly Pick<DeskPaymentPage['lines'][number], 'line' | 'total' | 'refunded'>[] };
type LineField = `toman${string}` | `days${string}`;

export type RefundDraft = Record<'tracking' | 'reason', string> & {
  destination: 'wallet' | 'outside';
  extent: 'all' | 'lines';
} & Record<LineField, string>;

export const nameTomanField = (line: number) => `toman${String(line)}` as const;
export const nameDaysField = (line: number) => `days${String(line)}` as const;

export const listOpenLines = <L extends Payment['lines'][number]>(lines: readonly L[]): L[] =>
  lines.filter(({ total, refunded }) => total > refunded);

export function createRefundDraft({ lines }: Payment): RefundDraft {
  const fields = lines.flatMap(({ line }) => [nameTomanField(line), nameDaysField(line)]);
  return {
    ...{ destination: 'wallet', extent: 'all', tracking: '', reason: '' },
    ...Object.fromEntries(fields.map((field) => [field, ''])),
  };
}

/** Null until the form says what to give back, to where and why. A line without a sum keeps its money. */
export function readRefundDraft(draft: RefundDraft, payment: Payment, key: string): Input<typeof refundPayment> | null {
  const { destination, tracking, reason, extent } = draft;
  if (!v.is(reasonText, reason) || (destination === 'outside' && tracking.trim().length < 3)) return null;
  const base = { key, payment_id: payment.id, destination, reason, ...(destination === 'outside' && { tracking }) };
  if (extent === 'all') return base;
  const lines = listOpenLines(payment.lines)
    .filter(({ line }) => hasSum(draft, line))
    .map(({ line }) => readLine(draft, line));
  const valid = lines.filter((line) => line !== null);
  return lines.length === 0 || valid.length < lines.length ? null : { ...base, lines: valid };
}

export const hasSum = (draft: RefundDraft, line: number): boolean => (draft[nameTomanField(line)] ?? '').trim() !== '';

function readLine(draft: RefundDraft, line: number) {
  const toman = parseToman(draft[nameTomanField(line)] ?? '');
  const daysText = draft[nameDaysField(line)] ?? '';
  const days = daysText.trim() === '' ? 0 : Number(readWhole(daysText) ?? Number.NaN);
  return toman.ok && Number.isSafeInteger(days) ? { line, toman: toman.value, days } : null;
}
