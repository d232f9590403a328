import { readFileSync, statSync } from 'node:fs';
import { extname, resolve, sep } from 'node:path';
import { brotli, isText } from './compress.mjs';
import { sendWhole } from './edge-proxy.mjs';

const TYPES = { '.html': 'text/html; charset=utf-8', '.webp': 'image/webp' };
const NOT_FOUND = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from('Not found'),
};

/**
 * A request handler over a folder: a path that ends in / is its index.html. HTML is compressed as a page is that was
 * made for one request, so that the floor has no better brotli than the site.
 * @param {string} folder
 */
export function serveFolder(folder) {
  const root = resolve(folder);
  const files = new Map();
  return (request, response) => {
    const { pathname } = new URL(request.url, 'https://localhost');
    const file = resolve(root, `.${decodeURIComponent(pathname)}`, pathname.endsWith('/') ? 'index.html' : '');
    if (!files.has(file)) files.set(file, file.startsWith(root + sep) ? read(file) : NOT_FOUND);
    sendWhole(response, files.get(file));
  };
}

function read(file) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return NOT_FOUND;
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const body = readFileSync(file);
  if (!isText(type)) {
    return { status: 200, headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000' }, body };
  }
  const headers = { 'content-type': type, 'cache-control': 'no-cache', 'content-encoding': 'br' };
  return { status: 200, headers, body: brotli(body, { once: true }) };
}
