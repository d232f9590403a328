import { KIDS_PIN_LENGTH } from '../../platform/http/session/kids.ts';
import { readDigits } from '../../platform/text/digits.ts';

/** Four digits of any script as Latin digits, or null. */
export function parseKidsPin(text: string): string | null {
  const pin = readDigits(text);
  return pin?.length === KIDS_PIN_LENGTH ? pin : null;
}
