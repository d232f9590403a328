import * as v from 'valibot';
import { foldDigits } from '../../platform/text/digits.ts';
import { maskMobile, parseMobile } from '../../platform/text/mobile.ts';

export const ALARM_KINDS = [
  /** A bank took another amount and did not give it back. */
  'not_given_back',
  /** A bank, or a browser in its name, named another amount; nothing was credited. */
  'amount_mismatch',
  /** One transaction of a bank was named for two payments. */
  'reference_used',
  /** Two payments for one purchase, or one for a replaced purchase. */
  'paid_twice',
  'debit_stuck',
  'debit_rejected',
  'mandate_not_revoked',
  /** A bank answered JSON that it does not document; a payment, withdrawal or mandate waits. */
  'bank_answer',
  'books',
  'settlement',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

export const alarmFields = {
  id: v.number(),
  key: v.string(),
  kind: v.string(),
  text: v.string(),
  payment_id: v.nullable(v.string()),
  created_at: v.number(),
};

const TEXT_MAX = 500;
const MOBILE_IN_TEXT = /(?<![\p{L}\p{N}])(?:\+|00)?[\p{Nd}]{10,14}(?![\p{L}\p{N}])/gu;

/** Mobile numbers masked, at most 500 characters. */
export function maskAlarmText(text: string): string {
  const masked = text.replace(MOBILE_IN_TEXT, (digits) => {
    const mobile = parseMobile(foldDigits(digits));
    return mobile === null ? digits : maskMobile(mobile);
  });
  return masked.length > TEXT_MAX ? `${masked.slice(0, TEXT_MAX - 1)}…` : masked;
}
