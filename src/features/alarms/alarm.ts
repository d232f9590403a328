import { foldDigits } from '../../platform/text/digits.ts';
import { maskMobile, parseMobile } from '../../platform/text/mobile.ts';

/** What a person is called for. A new kind is added here. */
export const ALARM_KINDS = [
  /** A bank took another amount than asked for and did not give it back. */
  'not_given_back',
  /** A bank, or a browser in its name, gave another amount; nothing was credited. */
  'amount_mismatch',
  /** One transaction of a bank was named for two payments. */
  'reference_used',
  /** A bank was paid twice for one purchase, or for one that was replaced. */
  'paid_twice',
  /** A direct debit that can neither be finished nor stopped without a person. */
  'debit_stuck',
  /** A mandate is still valid at its provider, though its user ended it. */
  'mandate_not_revoked',
  /** A rule of the books is broken (ledger/server/verify.ts). */
  'books',
  /** A bank's settlement file differs from the payments. */
  'settlement',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Characters kept of an alarm's text. */
const TEXT_MAX = 500;
/** A mobile number inside a text: not a part of a longer number or of an id. */
const MOBILE_IN_TEXT = /(?<![\p{L}\p{N}])(?:\+|00)?[\p{Nd}]{10,14}(?![\p{L}\p{N}])/gu;

/** An alarm's text as it may be kept, logged and sent: mobile numbers masked, at most 500 characters. */
export function maskAlarmText(text: string): string {
  const masked = text.replace(MOBILE_IN_TEXT, (digits) => {
    const mobile = parseMobile(foldDigits(digits));
    return mobile === null ? digits : maskMobile(mobile);
  });
  return masked.length > TEXT_MAX ? `${masked.slice(0, TEXT_MAX - 1)}…` : masked;
}
