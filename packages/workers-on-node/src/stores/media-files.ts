import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, type BigIntStats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { arrayBuffer, json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { PARTIAL, PARTS, toMediaPath } from './media-key.ts';
import { createPartFiles, type PartValue } from './part-files.ts';

interface GetOptions {
  range?: { offset?: number; length?: number; suffix?: number };
  onlyIf?: { etagMatches?: string };
}
interface ListOptions {
  prefix?: string;
  cursor?: string;
  limit?: number;
}

const LIST_MAX = 1000;
const INTERNAL = new RegExp(`^(${PARTIAL}|${PARTS})/`.replaceAll('.', '\\.'));
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** R2's binding over a folder, as far as we use it: get, head, put, delete, list and uploads in parts. A file appears whole or not at
 * all. Files that are copied into the folder by hand count, too. A tag follows from the size and the time of the
 * change, so it differs from R2's. */
export function createMediaFiles(root: string): R2Bucket {
  mkdirSync(join(root, PARTIAL), { recursive: true });
  removeAbandoned(join(root, PARTIAL));
  const parts = createPartFiles(root, async (key, body) => {
    await writeStream(root, toMediaPath(root, key), body);
    return headFile(root, key);
  });
  const bucket = {
    createMultipartUpload: parts.create,
    resumeMultipartUpload: parts.resume,
    head: (key: string) => headFile(root, key),
    get: async (key: string, { range, onlyIf }: GetOptions = {}) => {
      const object = await headFile(root, key);
      if (!object) return null;
      if (onlyIf?.etagMatches !== undefined && onlyIf.etagMatches !== object.etag) return object;
      return withBody(object, toMediaPath(root, key), toSpan(range, object.size));
    },
    put: async (key: string, value: PartValue | null) => {
      const body = new Response((value ?? '') as BodyInit).body;
      await writeStream(root, toMediaPath(root, key), body ? Readable.fromWeb(body as never) : Readable.from([]));
      return headFile(root, key);
    },
    delete: async (keys: string | string[]) => {
      await Promise.all([keys].flat().map((key) => rm(toMediaPath(root, key), { force: true })));
    },
    list: (options: ListOptions = {}) => listFiles(root, options),
  };
  return bucket as unknown as R2Bucket;
}

/** Removes the files of processes that have died. Others may be writing theirs. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) if (!isRunning(parseInt(name, 10))) rmSync(join(folder, name));
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function headFile(root: string, key: string) {
  const stats = await statFile(toMediaPath(root, key));
  if (!stats) return null;
  const etag = `${stats.mtimeNs.toString(16)}-${stats.size.toString(16)}`;
  const uploaded = new Date(Number(stats.mtimeMs));
  return { key, version: etag, size: Number(stats.size), etag, httpEtag: `"${etag}"`, uploaded, httpMetadata: {} };
}

async function statFile(path: string): Promise<BigIntStats | null> {
  try {
    const stats = await stat(path, { bigint: true });
    return stats.isFile() ? stats : null;
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

interface Span {
  offset: number;
  length: number;
}

function toSpan(range: GetOptions['range'], size: number): Span {
  if (range?.suffix !== undefined)
    return { offset: Math.max(0, size - range.suffix), length: Math.min(size, range.suffix) };
  const offset = Math.min(range?.offset ?? 0, size);
  return { offset, length: Math.min(range?.length ?? size, size - offset) };
}

/** The body opens the file when it is read: an answer to HEAD leaves no open file. */
function withBody<T extends { size: number }>(object: T, path: string, { offset, length }: Span) {
  const openStream = () =>
    length === 0 ? Readable.from([]) : createReadStream(path, { start: offset, end: offset + length - 1 });
  return {
    ...object,
    range: { offset, length },
    get body() {
      return Readable.toWeb(openStream());
    },
    arrayBuffer: () => arrayBuffer(openStream()),
    text: () => text(openStream()),
    json: () => json(openStream()),
  };
}

async function writeStream(root: string, path: string, source: Readable): Promise<void> {
  const partial = join(root, PARTIAL, `${String(process.pid)}-${randomUUID()}`);
  try {
    await pipeline(source, createWriteStream(partial, { flush: true }));
    await mkdir(dirname(path), { recursive: true });
    await rename(partial, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function listFiles(root: string, { prefix = '', cursor = '', limit = LIST_MAX }: ListOptions) {
  const folder = prefix.includes('/') ? toMediaPath(root, dirname(`${prefix}x`)) : root;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  });
  const keys = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((key) => key.startsWith(prefix) && !INTERNAL.test(key) && key > cursor)
    .sort();
  const page = keys.slice(0, Math.min(limit, LIST_MAX));
  const objects = (await Promise.all(page.map((key) => headFile(root, key)))).filter((object) => object !== null);
  const truncated = keys.length > page.length;
  return { objects, truncated, delimitedPrefixes: [], ...(truncated && { cursor: page.at(-1) }) };
}
