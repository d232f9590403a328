import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as v from 'valibot';
import { chooseEarlierFiles, isHashedPath } from '../../src/platform/http/cache/hashed-files.ts';
import { readBytesAtMost } from '../../src/platform/http/calls/parse.ts';
import { getPartPath } from '../../src/platform/http/pages/page-parts.ts';
import { describeBytes, FILE_LIST, scanHashedFiles, writeFileList } from '../lib/hashed-files.ts';
import { problem } from '../lib/progress.ts';

const WITHIN_MS = 60_000;
const LIST_BYTES_MAX = 2 * 2 ** 20;
const LIST_LENGTH_MAX = 5000;
const FILE_BYTES_MAX = 8 * 2 ** 20;
const AT_ONCE = 6;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const TYPES = {
  json: /^application\/json\b/,
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^font\/woff2\b/,
};

const hashedFile = v.strictObject({
  path: v.pipe(v.string(), v.maxLength(200), v.check(isHashedPath, 'A path is not that of a hashed file.')),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(FILE_BYTES_MAX)),
  sha256: v.pipe(v.string(), v.regex(/^[\w+/]{43}=$/)),
  replacedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});
type Listed = v.InferOutput<typeof hashedFile>[];
const fileList = v.strictObject({ files: v.pipe(v.array(hashedFile), v.maxLength(LIST_LENGTH_MAX)) });

/** Copies the hashed files that the running site has and the new build lacks into the build, and into its list. Writes
 * all of them or, where it throws, nothing. Gives a sentence for the reader. */
export async function keepFrom(address: string, client: string, now: Date): Promise<string> {
  const origin = parseOrigin(address);
  const current = parseList(readFileSync(join(client, FILE_LIST)), client).filter(({ replacedAt }) => !replacedAt);
  const listed = await loadList(origin);
  if (!listed) return `${origin} has no ${FILE_LIST} yet: no files of earlier builds are kept.`;
  const replaced = listReplaced(listed, current, now.getTime());
  const earlier = chooseEarlierFiles(replaced, now.getTime()).map((file) => ({
    ...file,
    replacedAt: new Date(file.replacedAt).toISOString(),
  }));
  const stored = scanHashedFiles(client);
  const hashes = new Map(stored.map(({ path, sha256 }) => [path, sha256]));
  const missing = earlier.filter(({ path, sha256 }) => hashes.get(path) !== sha256);
  for (const [path, bytes] of await loadFiles(origin, missing)) writeFileSync(join(client, path), bytes);
  writeFileList(client, [...current, ...earlier]);
  const paths = new Set([...current, ...earlier].map(({ path }) => path));
  for (const { path } of stored) if (!paths.has(path)) rmSync(join(client, path));
  const kilobytes = Math.ceil(earlier.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  const counts = [`${earlier.length} (${kilobytes} kB)`, `${missing.length} loaded`];
  return `Files of earlier builds: ${counts.join(', ')}, ${replaced.length - earlier.length} dropped.`;
}

function listReplaced(listed: Listed, current: Listed, now: number) {
  const isCurrent = new Set(current.map(({ path }) => path));
  const byPath = new Map(listed.map((file) => [file.path, file]));
  const toTime = (time: string | null) => (time === null ? now : Math.min(Date.parse(time), now));
  return [...byPath.values()]
    .filter(({ path }) => !isCurrent.has(path))
    .map((file) => ({ ...file, replacedAt: toTime(file.replacedAt) }));
}

/** Over plain HTTP, anybody on the way could put a script into the site. */
function parseOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (!url || !isSafe || `${url.origin}/` !== url.href)
    throw problem(`--keep-from ${address}: the origin of the running site is needed, as https://pardeh.example.`);
  return url.origin;
}

function parseList(bytes: Uint8Array, place: string): Listed {
  try {
    const { files } = v.parse(fileList, JSON.parse(new TextDecoder().decode(bytes)));
    for (const file of files) if (!isNamedByHash(file)) throw new Error(`${file.path} is not named by its hash.`);
    return files;
  } catch (error) {
    throw problem(`${place}: ${FILE_LIST} is not a list of hashed files: ${(error as Error).message}`);
  }
}

/** A part's name is the beginning of its hash; the bundler's hashes are its own. */
function isNamedByHash({ path, sha256 }: Listed[number]): boolean {
  return !path.startsWith('parts/') || getPartPath(sha256, path.endsWith('.css') ? 'css' : 'js') === `/${path}`;
}

async function loadList(origin: string): Promise<Listed | null> {
  const bytes = await load(`${origin}/${FILE_LIST}`, TYPES.json, LIST_BYTES_MAX, AbortSignal.timeout(WITHIN_MS));
  return bytes && parseList(bytes, origin);
}

async function loadFiles(origin: string, files: Listed): Promise<Map<string, Uint8Array>> {
  const loaded = new Map<string, Uint8Array>();
  const stop = new AbortController();
  const queue = [...files];
  const work = async () => {
    for (let file = queue.pop(); file; file = queue.pop()) {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(WITHIN_MS)]);
      loaded.set(file.path, await loadFile(origin, file, signal));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    stop.abort();
  }
  return loaded;
}

async function loadFile(origin: string, file: Listed[number], signal: AbortSignal): Promise<Uint8Array> {
  const url = `${origin}/${file.path}`;
  const type = TYPES[extname(file.path).slice(1) as keyof typeof TYPES];
  const bytes = await load(url, type, file.bytes, signal);
  if (!bytes) throw problem(`${url}: it is in the list of the site, and answers 404.`);
  if (describeBytes(bytes).sha256 !== file.sha256) throw problem(`${url}: its content is not that of the list.`);
  return bytes;
}

/** Null for 404. */
async function load(url: string, type: RegExp, bytesMax: number, signal: AbortSignal): Promise<Uint8Array | null> {
  const { status, headers, body } = await fetch(url, { redirect: 'manual', signal }).catch((error: unknown) => {
    throw problem(`${url}: no answer: ${String((error as Error).cause ?? error)}`);
  });
  const refuse = async (reason: string) => {
    await body?.cancel();
    return problem(`${url}: ${reason}`);
  };
  if (status === 404) {
    await body?.cancel();
    return null;
  }
  const target = headers.get('location');
  if (status !== 200) throw await refuse(`status ${status}${target === null ? '' : `, to ${target}`}, not 200.`);
  const contentType = headers.get('content-type') ?? 'none';
  if (!type.test(contentType)) throw await refuse(`the type is ${contentType}, not ${type.source}.`);
  return readBody(url, body, bytesMax);
}

async function readBody(url: string, body: Response['body'], bytesMax: number): Promise<Uint8Array> {
  const bytes = await readBytesAtMost({ body }, bytesMax).catch((error: unknown) => {
    throw problem(`${url}: the answer broke off: ${String(error)}`);
  });
  if (!bytes) throw problem(`${url}: it has more than ${bytesMax} bytes.`);
  return new Uint8Array(await bytes.arrayBuffer());
}
