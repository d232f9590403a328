import { sha256 } from './hash.ts';

/** An address as a hash; of IPv6 the /64 that one household has, which holds more addresses than any limit. */
export async function addressKey(address: string): Promise<string> {
  return sha256(`address:${address.includes(':') ? network64(address) : address}`);
}

function network64(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
