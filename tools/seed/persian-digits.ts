/** A whole number in Persian digits, without grouping. */
export function toPersianDigits(value: number): string {
  return String(value).replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));
}
