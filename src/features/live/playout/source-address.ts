/** Host names that do not lead to the public internet. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|onion)$/i;

/** HTTPS on its own port, a public host name, no password; `plainHosts` (`host:port`) are excepted. */
export function isAllowedSource(address: string, plainHosts: readonly string[] = []): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (plainHosts.includes(url.host) && ['http:', 'https:'].includes(url.protocol)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  const host = url.hostname.replace(/\.$/, '');
  // Every private address is a number; a public source has a name.
  const isNumber = host.startsWith('[') || /^[\d.]+$/.test(host);
  return !isNumber && host.includes('.') && !PRIVATE_NAME.test(host);
}
