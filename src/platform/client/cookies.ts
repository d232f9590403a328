const PROBE = 'pardeh_probe=1';

/** True where the browser keeps no cookie of this site: sessions and media need one. */
export function areCookiesBlocked(): boolean {
  if (document.cookie !== '') return false;
  document.cookie = `${PROBE}; Path=/; Max-Age=10; SameSite=Lax; Secure`;
  return !document.cookie.includes(PROBE);
}
