import { foldDigits, stripInvisible } from './text/digits.ts';

/** `exact` is false for Persian digits, leading zeros or marks that were copied along: the page then redirects. */
export function readPathId(text: string): { id: number; exact: boolean } | null {
  const digits = /^0*([1-9]\d{0,8})$/.exec(foldDigits(stripInvisible(text)))?.[1];
  return digits === undefined ? null : { id: Number(digits), exact: digits === text };
}

/** Case-insensitive; `labels` are accepted as names of keys. */
export function readPathKey(
  text: string,
  keys: readonly string[],
  labels: Record<string, string> = {},
): string | undefined {
  const wanted = text.trim().toLowerCase();
  return keys.find((key) => key === wanted) ?? keys.find((key) => labels[key]?.toLowerCase() === wanted);
}
