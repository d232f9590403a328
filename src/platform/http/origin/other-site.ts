/** True if a link or form of another site sent the request (Fetch Metadata). Without the header it counts as ours. */
export function isFromOtherSite({ headers }: Request): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '');
}
