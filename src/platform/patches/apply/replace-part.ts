/** Replaces a part of a library's code. Throws where the library no longer has it: a patch that does nothing is noticed. */
export function replacePart(code: string, before: string, after: string, patch: string): string {
  if (!code.includes(before)) throw new Error(`${patch}: the library no longer has the place that it mends: ${before}`);
  return code.replace(before, () => after);
}
