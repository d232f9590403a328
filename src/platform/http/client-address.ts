import type { Env } from '../config/env.ts';
import { formatNetwork, parseNetworkAddress } from './network-address.ts';

/** What a proxy leaves in a request, so that the socket's address may be the proxy's. */
const PROXY_TRACES = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
const PRIVATE = /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/;
const LOOPBACK = /^(127\.|0:0:0:0:0:0:0:1\/)/;

/**
 * The caller's address, for limits; empty where it is not known. It is what the header of `CLIENT_ADDRESS_HEADER` says,
 * else the address of the socket, which a host that has sockets hands in. No other header is ever read. Of a list, as
 * `X-Forwarded-For` is one, the last entry counts: the nearest proxy wrote it, the ones before came from outside.
 */
export function getClientAddress(request: Request, env: Env): string {
  const header = env.CLIENT_ADDRESS_HEADER ?? '';
  if (header === '') return isProxy(request, env.SOCKET_ADDRESS) ? '' : readAddress(env.SOCKET_ADDRESS);
  return readAddress(request.headers.get(header)?.split(',').at(-1));
}

/** Hands the caller's address on to a request of our own. */
export function copyClientAddress(request: Request, headers: Headers, env: Env): void {
  const named = env.CLIENT_ADDRESS_HEADER ?? '';
  for (const header of named === '' ? PROXY_TRACES : [named]) {
    const value = request.headers.get(header);
    if (value !== null) headers.set(header, value);
  }
}

function readAddress(text: string | undefined): string {
  const trimmed = (text ?? '').trim();
  return parseNetworkAddress(trimmed) === null ? '' : trimmed;
}

/**
 * Whether a socket's address is that of a proxy on the same machine or in its network, which no setting names: all
 * visitors would be one. A visitor who forges a trace is refused alone, since nobody else's request carries it.
 */
function isProxy(request: Request, socket: string | undefined): boolean {
  const address = parseNetworkAddress((socket ?? '').trim());
  if (address === null) return false;
  const text = formatNetwork(address, address.version === 4 ? 32 : 128);
  return LOOPBACK.test(text) || (PRIVATE.test(text) && PROXY_TRACES.some((trace) => request.headers.has(trace)));
}
