import { findDominantColour } from '@pardeh/demo-assets/art/dominant-colour';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import type { ArtKind } from '../../../platform/image-widths.ts';
import { toHex } from '../../../platform/media/bytes-as-text.ts';
import { findPictureFormat, PICTURE_TYPES, readPictureHeader } from '../../../platform/media/picture-file.ts';
import { COLOUR_WIDTH, encodePicture, type listPictureSizes } from './encode-picture.ts';
import { readPngPixels } from './read-png.ts';

export type Stores = Pick<Env, 'IMAGES' | 'MEDIA'>;

/** Part of the key: what is encoded in another way has other keys. */
export const PICTURE_VERSION = '1';
export const NAME_DIGITS = 16;
export const HASH_DIGITS = 6;
const UNKNOWN_COLOUR = 'AY';

const original = v.object({ original: v.string(), width: v.number(), height: v.number() });
type Original = v.InferOutput<typeof original>;

export const getOriginalName = (key: string) => `source/${key}.json`;

export function describeOriginal({ original: name, width, height }: Original): string {
  return JSON.stringify({ original: name, width, height });
}

/** `seed`: all that the content of the picture depends on. */
export async function computeDigits(kind: ArtKind, seed: string): Promise<string> {
  return computeSha256(new TextEncoder().encode(`${PICTURE_VERSION} ${kind} ${seed}`));
}

/** The key of a picture that is stored with these digits already. */
export async function findStored({ MEDIA }: Stores, kind: ArtKind, digits: string): Promise<string | null> {
  const { objects } = await MEDIA.list({ prefix: `art/${kind}-${digits.slice(0, NAME_DIGITS)}-`, limit: 1 });
  return objects[0]?.key.slice('art/'.length, -'.png'.length) ?? null;
}

/** The key has the dominant colour, which stands for the picture until it is there. */
export async function makeKey(env: Stores, kind: ArtKind, digits: string, master: Uint8Array<ArrayBuffer>) {
  const hash = digits.slice(NAME_DIGITS, NAME_DIGITS + HASH_DIGITS);
  return `${kind}-${digits.slice(0, NAME_DIGITS)}-${await findColour(env, master)}${hash}`;
}

/** Stores a picture in `sizes`, and then its master: where that is stored, everything is. */
export async function storeSizes(
  env: Stores,
  key: string,
  master: Uint8Array<ArrayBuffer>,
  sizes: ReturnType<typeof listPictureSizes>,
): Promise<void> {
  for (const { size, pixels, formats } of sizes) {
    await Promise.all(
      formats.map(async (type) => {
        const image = await encodePicture(env, toStream(master), pixels, type);
        await env.MEDIA.put(`img/${key}-${size}.${type.name}`, image, { httpMetadata: { contentType: type.type } });
      }),
    );
  }
  await env.MEDIA.put(`art/${key}.png`, master);
}

/**
 * The largest file of a picture: its original, or the master of one that has none (the demo's, and those that were stored
 * before originals were named). Null where the picture is not stored.
 */
export async function findLargest({ MEDIA }: Stores, key: string): Promise<Original | null> {
  const note = await MEDIA.get(getOriginalName(key));
  if (note) return v.parse(original, await note.json());
  const name = `art/${key}.png`;
  const bytes = await readFile({ MEDIA }, name);
  const format = bytes && findPictureFormat(bytes);
  const header = bytes && format && format !== 'gif' && format !== 'svg' ? readPictureHeader(bytes, format) : null;
  return header && { original: name, width: header.width, height: header.height };
}

export async function readFile({ MEDIA }: Pick<Env, 'MEDIA'>, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await MEDIA.get(name);
  return file && new Uint8Array(await file.arrayBuffer());
}

async function findColour({ IMAGES }: Stores, master: Uint8Array<ArrayBuffer>): Promise<string> {
  const output = await IMAGES.input(toStream(master))
    .transform({ width: COLOUR_WIDTH, fit: 'scale-down' })
    .output({ format: PICTURE_TYPES.png });
  const pixels = await readPngPixels(new Uint8Array(await output.response().arrayBuffer()));
  return pixels === null ? UNKNOWN_COLOUR : findDominantColour(pixels);
}

export function toStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream();
}

export async function computeSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
