/** Spec 8.11. Status 0 (API not reached) is 503. A 401 that ends no session is 502: the API refused this site. */
export function getPageStatus({ status }: { status: number }): number {
  if (status === 0) return 503;
  if (status === 401) return 502;
  return status >= 400 && status <= 599 ? status : 500;
}
