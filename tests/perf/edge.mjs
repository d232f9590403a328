import { createSecureServer } from 'node:http2';
import { localCertificate, trustArgument } from './certificate.mjs';
import { proxyTo } from './edge-proxy.mjs';
import { serveFolder } from './edge-static.mjs';

/**
 * Counts an answer's bytes, compressed, without headers.
 * @param {import('node:http2').Http2ServerResponse} response
 * @param {(bytes: number) => void} count
 */
function countBytes(response, count) {
  const write = response.write.bind(response);
  // `end` passes its chunk to `write`.
  response.write = (chunk, ...others) => {
    count(Buffer.byteLength(chunk));
    return write(chunk, ...others);
  };
}

/** @typedef {{path: string, referrer: string, isAhead: boolean, bytes: number}} Sent isAhead: Sec-Purpose of Fetch */

/**
 * A stand-in for a CDN's edge on loopback: HTTPS, HTTP/2, brotli. It is in front of a server (`upstream`, an http:
 * origin) or of a folder. The certificate is self-signed: the browser must be told to trust it.
 * @param {{upstream: string, isPublic?: boolean} | {folder: string}} source
 * @returns {Promise<{url: string, trust: string, sent: Sent[], close: () => Promise<void>}>} `url` is the origin, on a
 * free port; `trust` is Chromium's argument to trust the certificate; `sent` grows with each request.
 */
export async function startEdge(source) {
  const handler = 'upstream' in source ? proxyTo(source.upstream, source.isPublic) : serveFolder(source.folder);
  const certificate = await localCertificate();
  const server = createSecureServer({ ...certificate, allowHTTP1: true });
  const sessions = new Set();
  const responses = [];
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.on('request', (request, response) => {
    // A browser that goes away in the middle is not news.
    request.on('error', () => {});
    response.on('error', () => {});
    const isAhead = request.headers['sec-purpose']?.startsWith('prefetch') === true;
    const entry = { path: request.url, referrer: request.headers.referer ?? '', isAhead, bytes: 0 };
    responses.push(entry);
    countBytes(response, (bytes) => (entry.bytes += bytes));
    handler(request, response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `https://localhost:${server.address().port}`,
    trust: trustArgument(certificate.cert),
    sent: responses,
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(resolve);
      }),
  };
}
