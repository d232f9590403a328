const MAX_LENGTH = 2000;

/** URL of a bank's page (https, or the sandbox bank at `origin`), else null. See safe-redirect.ts (spec 4.18). */
export function readBankUrl(value: string | null | undefined, origin: string): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !URL.canParse(value)) return null;
  const url = new URL(value);
  const isAllowed = url.protocol === 'https:' || url.origin === origin;
  return isAllowed && url.username === '' && url.password === '' ? url.href : null;
}
