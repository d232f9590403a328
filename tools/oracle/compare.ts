import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import type { Answer, Question } from './ask.ts';

/** Headers that differ by their nature, each with its reason. docs/hosts.md has the same list. */
const IGNORED_HEADERS: Readonly<Record<string, string>> = {
  date: 'the moment of the answer',
  connection: 'of the connection, not of the answer (RFC 9110, 7.6.1)',
  'keep-alive': 'as connection',
  'transfer-encoding': 'as connection: a body without a length is sent in chunks',
  'content-length': 'workerd sends it with whole bodies only; the bodies are compared',
  'server-timing': 'statements and caches of one process',
  age: 'seconds in the cache of one process',
  'cf-cache-status': 'a word of Cloudflare’s cache',
  'content-encoding': 'Cloudflare’s edge compresses, and the Node host itself; the decoded bodies are compared',
  'x-request-id': 'the Node host names a request; on Cloudflare cf-ray does',
};

/** Where a stored file is the answer. */
const FILE = /^\/(media|_astro|fonts|parts|screenshots)\/|^\/(icon|favicon\.ico|sw\.js)/;

type Bytes = Uint8Array<ArrayBuffer>;

export interface Difference {
  question: Question;
  part: string;
  workerd: string;
  node: string;
}

/** Differences between the answers of workerd and Node to one question. */
export async function compare(question: Question, answers: readonly [Answer, Answer]): Promise<Difference[]> {
  const [workerd, node] = answers;
  // Astro's adapter for Cloudflare answers the file to any method, which harms nobody.
  if (question.path.startsWith('/sw.js') && !['GET', 'HEAD'].includes(question.method)) return [];
  const differences: Difference[] = [];
  const note = (part: string, one: string, other: string) => {
    if (one !== other) differences.push({ question, part, workerd: one, node: other });
  };
  note('status', String(workerd.status), String(node.status));
  const names = new Set([...Object.keys(workerd.headers), ...Object.keys(node.headers)]);
  for (const name of names) {
    if (name in IGNORED_HEADERS || isFileError(name, node, question)) continue;
    const [one, other] = [workerd, node].map((answer) => normalize(name, answer, question)) as [string, string];
    note(name, one, other);
  }
  if (question.method !== 'HEAD') {
    const [one, other] = await Promise.all([readBody(workerd), readBody(node)]);
    if (!isEqual(one, other)) note('body', excerpt(one, other), excerpt(other, one));
  }
  return differences;
}

/** A header as it is compared. */
function normalize(name: string, { headers }: Answer, { path }: Question): string {
  const value = headers[name];
  const text = Array.isArray(value) ? value.join('\n') : (value ?? '');
  // A file's tag is the host's own: R2's is an MD5 sum, here it is of size and time. Compression makes any tag weak.
  if (name === 'etag') return (FILE.test(path) ? text.replace(/"[^"]*"/, '"…"') : text).replace(/^W\//, '');
  // Cloudflare's edge adds it where it compresses.
  if (name === 'vary') return text.replace(/(^|, )accept-encoding\b/gi, '');
  return text;
}

/** Cloudflare's files give their headers to their errors, too: a missing file would be kept for a year. */
function isFileError(name: string, { status }: Answer, { path }: Question): boolean {
  return FILE.test(path) && !path.startsWith('/media/') && status >= 400 && ['cache-control', 'allow'].includes(name);
}

const PICTURE = /^image\/(avif|webp|jpeg|png)$/;

/** The decoded body; of a picture its kind and size, since each host has an encoder of its own. */
async function readBody(answer: Answer): Promise<Bytes> {
  const body = decode(answer);
  if (!PICTURE.test(String(answer.headers['content-type'])) || body.length === 0) return body;
  const { format, width, height } = await sharp(body).metadata();
  return new TextEncoder().encode(`${format} ${String(width)} × ${String(height)}`);
}

const DECODERS: Readonly<Record<string, (bytes: Bytes) => Uint8Array>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

function decode({ headers, body }: Answer): Bytes {
  const decoder = DECODERS[String(headers['content-encoding'] ?? '')];
  return decoder && body.length > 0 ? new Uint8Array(decoder(body)) : body;
}

const AROUND = 60;

function isEqual(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function excerpt(bytes: Bytes, other: Bytes): string {
  let at = 0;
  while (at < bytes.length && bytes[at] === other[at]) at += 1;
  const text = new TextDecoder().decode(bytes.subarray(Math.max(0, at - AROUND), at + AROUND));
  return `${String(bytes.length)} bytes, at ${String(at)}: ${JSON.stringify(text)}`;
}
