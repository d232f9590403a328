import { Agent, request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  milliseconds: number;
}

/** The host under test. Every request counts, and none is sent beyond the bounds. */
export interface Target {
  url: URL;
  send: (path: string, options?: SendOptions) => Promise<Answer>;
  /** One connection: the parts are written one after another. `text`: all that comes back until the host ends it, or is
   * quiet for two seconds. */
  sendRaw: (...parts: string[]) => Promise<{ text: string; isEnded: boolean }>;
  count: () => number;
}

interface SendOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const MAX_REQUESTS = 400;
const REQUEST_MS = 10_000;
const QUIET_MS = 2_000;
const MAX_BYTES = 2_000_000;

export function openTarget(url: URL): Target {
  let count = 0;
  const isTls = url.protocol === 'https:';
  const agent = isTls ? new TlsAgent({ maxSockets: 20 }) : new Agent({ maxSockets: 20 });
  const take = (requests = 1) => {
    count += requests;
    if (count > MAX_REQUESTS) throw new Error(`more than ${String(MAX_REQUESTS)} requests`);
  };
  return {
    url,
    count: () => count,
    send: (path, { method = 'GET', headers = {}, body } = {}) => {
      take();
      const began = performance.now();
      return new Promise((resolve, reject) => {
        const { hostname, port } = url;
        const options = {
          agent,
          hostname: hostname.replace(/^\[|\]$/g, ''),
          port,
          path,
          method,
          headers,
          timeout: REQUEST_MS,
        };
        const outgoing = (isTls ? requestHttps : requestHttp)(options, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += text.length < MAX_BYTES ? part : ''));
          response.on('error', reject).on('end', () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, text, milliseconds: performance.now() - began });
          });
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${String(REQUEST_MS)} ms`)));
        outgoing.on('error', reject).end(body);
      });
    },
    sendRaw: (...parts) => {
      take(parts.length);
      const port = Number(url.port === '' ? (isTls ? 443 : 80) : url.port);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      return new Promise((resolve) => {
        let text = '';
        const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port });
        const end = (isEnded: boolean) => {
          socket.destroy();
          resolve({ text, isEnded });
        };
        socket.setEncoding('utf8').setTimeout(QUIET_MS, () => end(false));
        socket.on('data', (part: string) => (text += text.length < MAX_BYTES ? part : ''));
        socket.on('close', () => end(true)).on('error', () => end(true));
        for (const part of parts) socket.write(part);
      });
    },
  };
}
