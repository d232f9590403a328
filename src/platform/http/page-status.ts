/**
 * The status of a page whose data could not be loaded (spec 8.11): that of the failed call, and 500 where that is none
 * of a failure. 503 for a call that did not reach the API (status 0). A 401 that ends no session is 502: the API refuses
 * this site, and no visitor can do anything about it; where a session ends by it, the page leads to the login instead.
 */
export function getPageStatus({ status }: { status: number }): number {
  if (status === 0) return 503;
  if (status === 401) return 502;
  return status >= 400 && status <= 599 ? status : 500;
}
