import { findDominantColour } from '@pardeh/demo-assets/art/dominant-colour';
import type { Env } from '../../../platform/config/env.ts';
import { getMasterWidth, type ArtKind } from '../../../platform/image-widths.ts';
import { describeError, isOutage } from '../../../platform/http/faults/describe-error.ts';
import { toHex } from '../../../platform/media/bytes-as-text.ts';
import { PICTURE_TYPES, readPictureHeader, type PictureFormat } from '../../../platform/media/picture-file.ts';
import { stripJpeg } from '../../../platform/media/strip-jpeg.ts';
import { COLOUR_WIDTH, encodePicture, listPictureSizes, MASTER_QUALITY } from './encode-picture.ts';
import { readPngPixels } from './read-png.ts';

type Stores = Pick<Env, 'IMAGES' | 'MEDIA'>;

/** Part of the key: what is encoded in another way has other keys. */
export const PICTURE_VERSION = '1';
export const NAME_DIGITS = 16;
export const HASH_DIGITS = 6;
/** A picture without a colour that can be counted: grey. */
const UNKNOWN_COLOUR = 'AY';

/**
 * Stores a picture with its original and all sizes, and gives its key; null where it cannot be decoded. Both hosts make
 * pictures by their Images binding (Cloudflare's, or sharp on Node), so that an editor's browser needs neither the
 * memory to decode 40 million pixels nor an encoder of AVIF, and no file comes from outside but the original. The key
 * is an import's: the same file is stored once.
 */
export async function storePicture(
  env: Stores,
  original: Uint8Array<ArrayBuffer>,
  { kind, format, end }: { kind: ArtKind; format: PictureFormat; end: string },
): Promise<string | null> {
  const hash = await computeSha256(original);
  const digits = await computeSha256(new TextEncoder().encode(`${PICTURE_VERSION} ${kind} ${hash}`));
  const name = `${kind}-${digits.slice(0, NAME_DIGITS)}`;
  const { objects } = await env.MEDIA.list({ prefix: `art/${name}-`, limit: 1 });
  const stored = objects[0]?.key;
  if (stored !== undefined) return stored.slice('art/'.length, -'.png'.length);
  const master = await makeMaster(env, original, kind);
  if (master === null) return null;
  const key = `${name}-${await findColour(env, master)}${digits.slice(NAME_DIGITS, NAME_DIGITS + HASH_DIGITS)}`;
  await env.MEDIA.put(`original/${hash}${end}`, original, { httpMetadata: { contentType: PICTURE_TYPES[format] } });
  for (const { size, pixels, formats } of listPictureSizes(kind)) {
    await Promise.all(
      formats.map(async (type) => {
        const image = await encodePicture(env, toStream(master), pixels, type);
        await env.MEDIA.put(`img/${key}-${size}.${type.name}`, image, { httpMetadata: { contentType: type.type } });
      }),
    );
  }
  // The master comes last: where it is stored, everything is.
  await env.MEDIA.put(`art/${key}.png`, master);
  return key;
}

/** Upright, in eight bits, and without what its file said beside it; null where the content is damaged. */
async function makeMaster({ IMAGES }: Stores, original: Uint8Array<ArrayBuffer>, kind: ArtKind) {
  const isLettered = kind === 'wordmark';
  try {
    const output = await IMAGES.input(toStream(original))
      .transform({ width: getMasterWidth(kind), fit: 'scale-down' })
      .output(
        isLettered
          ? { format: PICTURE_TYPES.png }
          : { format: PICTURE_TYPES.jpeg, quality: MASTER_QUALITY, background: '#000' },
      );
    const bytes = new Uint8Array(await output.response().arrayBuffer());
    const header = readPictureHeader(bytes, isLettered ? 'png' : 'jpeg');
    if (header === null || !header.isComplete) return null;
    return isLettered ? bytes : stripJpeg(bytes);
  } catch (error) {
    if (isOutage(error)) throw error;
    console.error(`picture: ${describeError(error)}`);
    return null;
  }
}

async function findColour({ IMAGES }: Stores, master: Uint8Array<ArrayBuffer>): Promise<string> {
  const output = await IMAGES.input(toStream(master))
    .transform({ width: COLOUR_WIDTH, fit: 'scale-down' })
    .output({ format: PICTURE_TYPES.png });
  const pixels = await readPngPixels(new Uint8Array(await output.response().arrayBuffer()));
  return pixels === null ? UNKNOWN_COLOUR : findDominantColour(pixels);
}

function toStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream();
}

/** In 64 hex digits. */
async function computeSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
