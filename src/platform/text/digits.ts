const ZERO_PERSIAN = 0x06f0;
const ZERO_ARABIC = 0x0660;

/** Persian and Arabic digits to Latin (spec 5.04). */
export function foldDigits(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= ZERO_PERSIAN ? ZERO_PERSIAN : ZERO_ARABIC));
  });
}
