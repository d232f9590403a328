/**
 * The live-chat widget of the operator (spec 1.13), by the address of its script: https, or null where there is none,
 * which is the default: no page asks another host for anything that its operator has not named.
 */
export function chatScript(value: string | undefined): string | null {
  if (value === undefined || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' ? url.href : null;
}
