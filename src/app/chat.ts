/** Spec 1.13: https only. Null by default: pages contact no host that the operator has not named. */
export function chatScript(value: string | undefined): string | null {
  if (value === undefined || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' ? url.href : null;
}
