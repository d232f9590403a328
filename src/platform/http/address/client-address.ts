import type { Env } from '../../config/env.ts';
import { formatNetwork, parseNetworkAddress } from './network-address.ts';

/** Headers that a proxy adds: the socket's address may then be the proxy's. */
const PROXY_TRACES = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
const PRIVATE = /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/;
const LOOPBACK = /^(127\.|0:0:0:0:0:0:0:1\/)/;

/** For rate limits. Of a list (`X-Forwarded-For`) only the last entry is trusted: the others are forgeable. */
export function getClientAddress(request: Request, env: Env): string {
  const header = env.CLIENT_ADDRESS_HEADER ?? '';
  if (header === '') return isProxy(request, env.SOCKET_ADDRESS) ? '' : readAddress(env.SOCKET_ADDRESS);
  return readAddress(request.headers.get(header)?.split(',').at(-1));
}

export function copyClientHeaders(request: Request, headers: Headers, env: Env): void {
  const {
    CLIENT_ADDRESS_HEADER: address = '',
    CLIENT_COUNTRY_HEADER: country = '',
    CLIENT_NETWORK_HEADER: network = '',
  } = env;
  const places = [country, network].filter((header) => header !== '');
  for (const header of [...(address === '' ? PROXY_TRACES : [address]), ...places]) {
    const value = request.headers.get(header);
    if (value !== null) headers.set(header, value);
  }
}

function readAddress(text: string | undefined): string {
  const trimmed = (text ?? '').trim();
  return parseNetworkAddress(trimmed) === null ? '' : trimmed;
}

/** An unconfigured proxy: all visitors would share its address. Who forges such a header only blocks themselves. */
function isProxy(request: Request, socket: string | undefined): boolean {
  const address = parseNetworkAddress((socket ?? '').trim());
  if (address === null) return false;
  const text = formatNetwork(address, address.version === 4 ? 32 : 128);
  return LOOPBACK.test(text) || (PRIVATE.test(text) && PROXY_TRACES.some((trace) => request.headers.has(trace)));
}
