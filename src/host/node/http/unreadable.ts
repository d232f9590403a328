import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorPage } from '../../../edge/error-page.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';

/** As much as Cloudflare takes, of all headers together: Node's own 16 kB are fewer than a browser's cookies may have. */
export const MAX_HEADER_BYTES = 128 * 1024;

const FAILURES: Readonly<Record<string, [number, ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'unavailable'],
};

/** Answers bytes that Node's parser refuses, and ends the connection; `isAnswering`: another answer is on its way there. */
export function answerUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Duplex, isAnswering: boolean): void {
  if (code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const [status, error] = FAILURES[code] ?? [400, 'invalid_body' as const];
  errorPage(new Request('http://localhost/'), status, error).then(
    ({ html, policy }) => {
      const lines = [
        `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
        ...['Connection: close', 'Cache-Control: no-store', 'Content-Type: text/html; charset=utf-8'],
        ...[
          `Content-Security-Policy: ${policy}`,
          `Content-Length: ${String(new TextEncoder().encode(html).byteLength)}`,
        ],
      ];
      socket.end(`${lines.join('\r\n')}\r\n\r\n${html}`);
    },
    () => socket.destroy(),
  );
}
