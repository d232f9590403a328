/** The AS number of the visitor's network; null where the edge does not know it. */
export function readNetworkNumber(request: Request): number | null {
  const asn: unknown = request.cf?.['asn'];
  return typeof asn === 'number' ? asn : null;
}
