import { Agent, request as ask } from 'node:http';
import { pipeline } from 'node:stream';
import { brotli, brotliStream, isText } from './compress.mjs';

/** Headers of one connection only (RFC 9110, 7.6.1), which HTTP/2 forbids; `host` is set again. */
const OF_CONNECTION = [
  'connection',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * A request handler that passes everything on to a server, asks it for identity and compresses the answer itself:
 * pages and JSON as they come, files that stay once and for all.
 * @param {string} upstream an http: origin
 * @param {boolean} isPublic the edge's host is passed on, as deploy/nginx.conf does, so that answers name it
 */
export function proxyTo(upstream, isPublic = false) {
  const { hostname, port, host } = new URL(upstream);
  const agent = new Agent({ keepAlive: true });
  /** Compressed files by path. */
  const cache = new Map();

  return (request, response) => {
    const match = request.method === 'GET' ? cache.get(request.url) : undefined;
    if (match) return sendWhole(response, match);
    const authority = request.headers[':authority'] ?? request.headers.host ?? '';
    const forwarded = {
      ...{ 'x-forwarded-proto': 'https', 'x-forwarded-host': authority },
      ...(isPublic && { host: authority }),
    };
    const headers = { ...endToEnd(request.headers), host, 'accept-encoding': 'identity', ...forwarded };
    const options = { agent, hostname, port, method: request.method, path: request.url, headers };
    const relay = (answer) => respond(request, response, answer, cache);
    const passed = ask(options);
    passed.on('error', (error) => {
      // A connection that was kept may be closed just as it is used; what only reads can ask again on a new one.
      if (request.method !== 'GET' || error.code !== 'ECONNRESET') return fail(response, error);
      const retry = ask({ ...options, agent: false });
      retry.on('error', (second) => fail(response, second));
      retry.on('response', relay);
      retry.end();
    });
    passed.on('response', relay);
    request.pipe(passed);
  };
}

function respond(request, response, answer, cache) {
  const status = answer.statusCode;
  const headers = endToEnd(answer.headers);
  if (!worthCompressing(request, answer)) {
    if (gone(response)) return answer.resume();
    response.writeHead(status, headers);
    return pipeline(answer, response, () => {});
  }
  delete headers['content-length'];
  headers['content-encoding'] = 'br';
  headers.vary = [answer.headers.vary, 'accept-encoding'].filter(Boolean).join(', ');
  if (status === 200 && /\bimmutable\b/.test(answer.headers['cache-control'] ?? '')) {
    return collect(answer, (body) => {
      const file = { status, headers, body: brotli(body) };
      cache.set(request.url, file);
      sendWhole(response, file);
    });
  }
  if (gone(response)) return answer.resume();
  response.writeHead(status, headers);
  pipeline(answer, brotliStream(), response, () => {});
}

function worthCompressing(request, { headers, statusCode }) {
  if (request.method === 'HEAD' || statusCode === 204 || statusCode === 304) return false;
  if (headers['content-encoding'] !== undefined || !isText(headers['content-type'])) return false;
  return /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
}

function collect(stream, done) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  stream.on('end', () => done(Buffer.concat(chunks)));
}

/** @param {{status: number, headers: object, body: Buffer}} file */
export function sendWhole(response, { status, headers, body }) {
  if (gone(response)) return;
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
}

function fail(response, error) {
  if (gone(response)) return;
  if (response.headersSent) return response.destroy();
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`The site does not answer: ${error.message}`);
}

function gone(response) {
  return response.stream?.destroyed === true || response.destroyed === true;
}

function endToEnd(headers) {
  const entries = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.includes(name));
  return Object.fromEntries(entries);
}
