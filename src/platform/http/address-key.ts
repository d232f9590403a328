import { formatNetwork, parseNetworkAddress } from './network-address.ts';
import { sha256 } from './hash.ts';

/** The hash of an address; of IPv6 the /64 of one household. Addresses that cannot be parsed have one hash together. */
export async function addressKey(text: string): Promise<string> {
  const address = parseNetworkAddress(text);
  return sha256(`address:${address === null ? 'unknown' : formatNetwork(address, address.version === 4 ? 32 : 64)}`);
}
