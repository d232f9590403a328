import { foldDigits } from './text/digits.ts';

/**
 * The id of a path: `id` is its number and `exact` whether it is written as our addresses write it (Latin digits, no
 * leading zeros); otherwise its page is one redirect away. Null for what names no id: letters, signs, ten digits.
 */
export function readPathId(text: string): { id: number; exact: boolean } | null {
  const digits = /^0*([1-9]\d{0,8})$/.exec(foldDigits(text))?.[1];
  return digits === undefined ? null : { id: Number(digits), exact: digits === text };
}

/**
 * The key among `keys` that a path means, as our addresses write it, or undefined. Capitals are read as small
 * letters, and where `labels` are given a key may also be called by its label.
 */
export function readPathKey(
  text: string,
  keys: readonly string[],
  labels: Record<string, string> = {},
): string | undefined {
  const wanted = text.trim().toLowerCase();
  return keys.find((key) => key === wanted) ?? keys.find((key) => labels[key]?.toLowerCase() === wanted);
}
