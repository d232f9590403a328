export type NetworkAddress = { version: 4; bytes: readonly number[] } | { version: 6; groups: readonly number[] };

const IPV4_CARRIERS = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']; // RFC 4291 (mapped), RFC 6052 (NAT64)

/** Parses any spelling (RFC 4291, 5952): brackets, zone id, IPv4 tail. Mapped addresses become IPv4. Null otherwise. */
export function parseNetworkAddress(text: string): NetworkAddress | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%[\w.-]+$/, '')
    .toLowerCase();
  const bytes = parseIpv4(bare);
  if (bytes) return { version: 4, bytes };
  const groups = parseIpv6(bare);
  if (!groups) return null;
  const isCarrier = IPV4_CARRIERS.includes(
    groups
      .slice(0, 6)
      .map((group) => group.toString(16))
      .join(':'),
  );
  if (!isCarrier) return { version: 6, groups };
  const embedded = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  return { version: 4, bytes: embedded };
}

/** `bits` is a multiple of 8 for IPv4 and of 16 for IPv6. */
export function formatNetwork(address: NetworkAddress, bits: number): string {
  return address.version === 4
    ? `${address.bytes.slice(0, bits / 8).join('.')}/${String(bits)}`
    : `${address.groups
        .slice(0, bits / 16)
        .map((group) => group.toString(16))
        .join(':')}/${String(bits)}`;
}

/** Leading zeros are refused: some programs read them as octal. */
function parseIpv4(text: string): number[] | null {
  const parts = text.split('.');
  const isDecimal = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isDecimal ? parts.map(Number) : null;
}

function parseIpv6(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = '', tail] = halves;
  const front = parseGroups(head, tail === undefined);
  const back = parseGroups(tail ?? '', true);
  if (!front || !back) return null;
  const missing = 8 - front.length - back.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...front, ...Array<number>(missing).fill(0), ...back];
}

function parseGroups(text: string, isEnd: boolean): number[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [at, part] of parts.entries()) {
    const bytes = isEnd && at === parts.length - 1 ? parseIpv4(part) : null;
    if (bytes) groups.push(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0), ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0));
    else if (/^[\da-f]{1,4}$/.test(part)) groups.push(parseInt(part, 16));
    else return null;
  }
  return groups;
}
