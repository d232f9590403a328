import { createHash } from 'node:crypto';
import type { Bucket } from '../../ingest/bucket.ts';
import type { ArtKind } from '../../../src/platform/image-widths.ts';
import {
  describeOriginal,
  getOriginalName,
  HASH_DIGITS,
  NAME_DIGITS,
  PICTURE_VERSION,
} from '../../../src/features/images/server/picture-files.ts';
import { parsed, refused, type Parsed } from '../../../src/features/titles/facts/parsed.ts';
import { decodePicture, encodeFiles, MAX_DECODE_SECONDS } from './encode-picture.ts';
import { findPictureFile, readPictureFile } from './read-picture.ts';

export type PictureBucket = Pick<Bucket, 'list' | 'put' | 'close'>;

const COLOUR_AND_HASH = 2 + HASH_DIGITS;
const MAX_AT_ONCE = 2;

/** Makes files into pictures of the site. A key holds the hash of the content, so what is stored already is only read. */
export class PictureStore {
  readonly #folder: string;
  readonly #openBucket: (() => Promise<PictureBucket>) | null;
  #opened: Promise<{ bucket: PictureBucket; stored: Map<string, string> }> | null = null;
  readonly #done = new Map<string, Promise<Parsed<string>>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `folder`: that of the import's file. Without a bucket pictures are checked, and not stored. */
  constructor(folder: string, openBucket: (() => Promise<PictureBucket>) | null) {
    this.#folder = folder;
    this.#openBucket = openBucket;
  }

  /** The key of the picture at a path below `folder`, once all its files are stored; or why it is refused. */
  take(path: string, kind: ArtKind, folder = this.#folder): Promise<Parsed<string>> {
    const file = findPictureFile(path, folder);
    if (!file.ok) return Promise.resolve(file);
    const name = `${kind} ${file.value}`;
    const key = this.#done.get(name) ?? this.#inTurn(() => this.#make(file.value, kind));
    this.#done.set(name, key);
    return key;
  }

  async close(): Promise<void> {
    if (this.#opened) await (await this.#opened).bucket.close();
  }

  async #make(path: string, kind: ArtKind): Promise<Parsed<string>> {
    const file = await readPictureFile(path, kind);
    if (!file.ok) return file;
    const { bytes, hash, end, width, height } = file.value;
    const digits = createHash('sha256').update(`${PICTURE_VERSION} ${kind} ${hash}`).digest('hex');
    const name = `${kind}-${digits.slice(0, NAME_DIGITS)}`;
    const place = await this.#open();
    const before = place?.stored.get(name);
    if (before !== undefined) return parsed(before);
    const picture = await decodePicture(bytes, kind).catch(describeFault);
    if (typeof picture === 'string') return refused(picture);
    const key = `${name}-${picture.colour}${digits.slice(NAME_DIGITS, NAME_DIGITS + HASH_DIGITS)}`;
    if (!place) return parsed(key);
    const original = `original/${hash}${end}`;
    await place.bucket.put(original, bytes);
    await place.bucket.put(
      getOriginalName(key),
      new TextEncoder().encode(describeOriginal({ original, width, height })),
    );
    // The master comes last: where it is stored, everything is.
    for await (const { key: at, bytes: content } of encodeFiles(picture, key)) await place.bucket.put(at, content);
    place.stored.set(name, key);
    return parsed(key);
  }

  async #open() {
    if (!this.#openBucket) return null;
    const open = this.#openBucket;
    this.#opened ??= (async () => {
      const bucket = await open();
      const keys = (await bucket.list('art/')).map((key) => key.slice('art/'.length, -'.png'.length));
      return { bucket, stored: new Map(keys.map((key) => [key.slice(0, -COLOUR_AND_HASH - 1), key])) };
    })();
    return this.#opened;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_AT_ONCE) await new Promise<void>((start) => this.#waiting.push(start));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

function describeFault(error: unknown): string {
  const isSlow = error instanceof Error && error.message.startsWith('timeout');
  return isSlow ? `takes more than ${String(MAX_DECODE_SECONDS)} seconds to decode` : 'is damaged or cut off';
}
