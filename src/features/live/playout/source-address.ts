/** Hosts that are nobody's on the internet: this machine, a network of one's own, and names that only those know. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|onion)$/i;

/**
 * Whether a channel's stream may be fetched from an address: by HTTPS on its own port, from a host with a public name,
 * without a password in it. `plainHosts` (`host:port`) are excepted, for sources within one's own network.
 */
export function isAllowedSource(address: string, plainHosts: readonly string[] = []): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (plainHosts.includes(url.host) && ['http:', 'https:'].includes(url.protocol)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  const host = url.hostname.replace(/\.$/, '');
  // A number is no name: whoever streams to the public has one, and every private address is a number.
  const isNumber = host.startsWith('[') || /^[\d.]+$/.test(host);
  return !isNumber && host.includes('.') && !PRIVATE_NAME.test(host);
}
