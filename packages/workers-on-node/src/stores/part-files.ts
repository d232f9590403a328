import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PARTS, splitKey } from './media-key.ts';

export type PartValue = ReadableStream | ArrayBuffer | ArrayBufferView | string | Blob;
export interface UploadedPart {
  partNumber: number;
  etag: string;
}

/** R2 refuses smaller parts, but for the last one. */
const MIN_PART_BYTES = 5 * 2 ** 20;
const MAX_PARTS = 10_000;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const KEY_FILE = 'key';

/**
 * R2's uploads in parts over a folder: each part is a file until the upload is complete, and survives the process. All
 * parts but the last have one size, as R2 asks for. `store` writes the whole file of a key, whole or not at all.
 */
export function createPartFiles(root: string, store: (key: string, body: Readable) => Promise<unknown>) {
  const open = (key: string, uploadId: string) => {
    const folder = join(root, PARTS, uploadId);
    const requireOpen = async (act: string) => {
      const isOpen = ID.test(uploadId) && (await readFile(join(folder, KEY_FILE), 'utf8').catch(() => null)) === key;
      if (!isOpen) throw new Error(`${act}: The specified multipart upload does not exist. (10024)`);
    };
    return {
      key,
      uploadId,
      uploadPart: async (partNumber: number, value: PartValue): Promise<UploadedPart> => {
        if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS)
          throw new TypeError(`Part number must be between 1 and ${String(MAX_PARTS)} (inclusive).`);
        await requireOpen('uploadPart');
        const partial = join(folder, `${String(partNumber)}.${randomUUID()}`);
        const hash = createHash('sha256');
        try {
          const body = new Response(value as BodyInit).body;
          const chunks = body ? Readable.fromWeb(body as never) : Readable.from([]);
          await pipeline(hashChunks(chunks, hash), createWriteStream(partial, { flush: true }));
          const etag = hash.digest('hex');
          await rename(partial, join(folder, namePart(partNumber, etag)));
          const before = await readTag(folder, partNumber);
          await writeFile(partial, etag, { flush: true });
          await rename(partial, join(folder, String(partNumber)));
          if (before !== null && before !== etag) await rm(join(folder, namePart(partNumber, before)), { force: true });
          return { partNumber, etag };
        } catch (error) {
          await rm(partial, { force: true });
          throw error;
        }
      },
      complete: async (parts: readonly UploadedPart[]) => {
        await requireOpen('completeMultipartUpload');
        const paths = await Promise.all(
          parts.map(async ({ partNumber, etag }) => {
            const path = join(folder, namePart(partNumber, etag));
            if ((await readTag(folder, partNumber)) !== etag)
              throw new Error(
                'completeMultipartUpload: One or more of the specified parts could not be found. (10025)',
              );
            return { path, size: (await stat(path)).size };
          }),
        );
        const sizes = paths.slice(0, -1).map(({ size }) => size);
        if (paths.length === 0 || sizes.some((size) => size < MIN_PART_BYTES || size !== sizes[0]))
          throw new Error('completeMultipartUpload: All parts but the last must have one size, 5 MiB or more. (10011)');
        const object = await store(key, Readable.from(readFiles(paths.map(({ path }) => path))));
        await rm(folder, { recursive: true, force: true });
        return object;
      },
      abort: async () => {
        if (ID.test(uploadId)) await rm(folder, { recursive: true, force: true });
      },
    };
  };
  return {
    create: async (key: string) => {
      splitKey(key);
      const uploadId = randomUUID();
      await mkdir(join(root, PARTS, uploadId), { recursive: true });
      await writeFile(join(root, PARTS, uploadId, KEY_FILE), key);
      return open(key, uploadId);
    },
    resume: open,
  };
}

/** By its bytes: one that two requests store at once is one file. The file of the number alone has the newest one's tag. */
const namePart = (partNumber: number, etag: string) => `${String(partNumber)}-${etag}`;

const readTag = (folder: string, partNumber: number): Promise<string | null> =>
  readFile(join(folder, String(partNumber)), 'utf8').catch(() => null);

async function* hashChunks(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* readFiles(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: 2 ** 20 }) as AsyncIterable<Uint8Array>;
}
