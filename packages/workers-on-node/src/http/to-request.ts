import type { IncomingMessage } from 'node:http';
import { openBody } from './request-body.ts';

/** Headers of one connection: no part of a Request (RFC 9113, 8.2.2). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'te', 'trailer']);
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** A Request of the fetch standard. Null where the address or the host makes no sense: 400. */
export function toRequest(message: IncomingMessage): Request | null {
  const url = toUrl(message);
  if (!url) return null;
  const headers = new Headers();
  const { rawHeaders, method = 'GET' } = message;
  try {
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]?.toLowerCase() ?? '';
      if (!HOP_BY_HOP.has(name) && !name.startsWith(':')) headers.append(name, rawHeaders[at + 1] ?? '');
    }
    const hasBody = method !== 'GET' && method !== 'HEAD' && hasLength(message);
    const body = hasBody ? { body: openBody(message), duplex: 'half' } : {};
    return new Request(url, { method, headers, ...body });
  } catch {
    // A method or a header that the standard forbids, such as TRACE.
    return null;
  }
}

function toUrl(message: IncomingMessage): string | null {
  const { host = '' } = message.headers;
  const target = message.url ?? '';
  // Only the origin form: a proxy's absolute form could name another host.
  if (!target.startsWith('/') || !/^[\w.:[\]-]+$/.test(host)) return null;
  const url = `${isSecure(message) ? 'https' : 'http'}://${host}${target}`;
  return URL.canParse(url) ? url : null;
}

/** Only a proxy on this machine may say that it has ended TLS. */
export function isSecure({ headers, socket }: IncomingMessage): boolean {
  return headers['x-forwarded-proto'] === 'https' && isLoopbackAddress(socket.remoteAddress);
}

/** A UNIX socket has no address, and its other end is on this machine. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === undefined || LOOPBACK.test(address);
}

function hasLength({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
