import { getMasterWidth, type ArtKind } from '../../../platform/image-widths.ts';
import { describeError, isOutage } from '../../../platform/http/faults/describe-error.ts';
import { PICTURE_TYPES, readPictureHeader, type PictureFormat } from '../../../platform/media/picture-file.ts';
import { stripJpeg } from '../../../platform/media/strip-jpeg.ts';
import { listPictureSizes, MASTER_QUALITY } from './encode-picture.ts';
import {
  computeDigits,
  computeSha256,
  describeOriginal,
  findStored,
  getOriginalName,
  makeKey,
  storeSizes,
  toStream,
  type Stores,
} from './picture-files.ts';

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
  const digits = await computeDigits(kind, hash);
  const stored = await findStored(env, kind, digits);
  if (stored !== null) return stored;
  const master = await makeMaster(env, original, kind);
  if (master === null) return null;
  const key = await makeKey(env, kind, digits, master);
  const name = `original/${hash}${end}`;
  await env.MEDIA.put(name, original, { httpMetadata: { contentType: PICTURE_TYPES[format] } });
  const header = readPictureHeader(original, format);
  if (header !== null) await env.MEDIA.put(getOriginalName(key), describeOriginal({ ...header, original: name }));
  await storeSizes(env, key, master, listPictureSizes(kind));
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
