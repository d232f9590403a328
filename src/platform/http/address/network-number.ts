export function readNetworkNumber(request: Request): number | null {
  const asn: unknown = request.cf?.['asn'];
  return typeof asn === 'number' ? asn : null;
}
