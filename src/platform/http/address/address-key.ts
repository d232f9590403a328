import { formatNetwork, parseNetworkAddress } from './network-address.ts';
import { sha256 } from '../hash.ts';

/** Hash of an IPv4 address or of an IPv6 /64. All unparsable addresses share one hash. */
export async function addressKey(text: string): Promise<string> {
  const address = parseNetworkAddress(text);
  return sha256(`address:${address === null ? 'unknown' : formatNetwork(address, address.version === 4 ? 32 : 64)}`);
}
