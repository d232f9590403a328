/**
 * The address of a bank's page as the browser may be sent to it, or null. The API answers it (`pay_url`), so another
 * host is right here; but it must be a page: HTTPS, or one of this site (`origin`), with no user or password in it.
 */
export function bankPage(payUrl: string, origin: string): string | null {
  if (payUrl === '' || !URL.canParse(payUrl, origin)) return null;
  const url = new URL(payUrl, origin);
  if (url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || url.origin === origin ? url.href : null;
}
