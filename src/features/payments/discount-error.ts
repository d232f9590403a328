import type { ErrorCode } from '../../platform/http/calls/errors.ts';

const DISCOUNT_ERRORS = ['discount_invalid', 'discount_other_plan'] as const satisfies readonly ErrorCode[];
export type DiscountErrorCode = (typeof DISCOUNT_ERRORS)[number];

export function isDiscountError(code: string | undefined): boolean {
  return DISCOUNT_ERRORS.some((one) => one === code);
}
