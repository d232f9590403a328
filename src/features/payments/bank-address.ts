/** A bank's page sits at a host of its own, so it is no local path; but it is no other scheme and no login in disguise. */
const MAX_LENGTH = 2000;

/**
 * The address of a bank's page that a visitor may be sent to, as the URL standard writes it, or null: https, or a page
 * of our own (the sandbox bank, at `origin`). The counterpart of safe-redirect.ts (spec 4.18), for the one place that
 * lies outside: an address comes from the API, which may be a provider's.
 */
export function bankAddress(value: string | null | undefined, origin: string): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !URL.canParse(value)) return null;
  const url = new URL(value);
  const known = url.protocol === 'https:' || url.origin === origin;
  return known && url.username === '' && url.password === '' ? url.href : null;
}
