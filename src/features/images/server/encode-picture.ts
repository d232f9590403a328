import type { Env } from '../../../platform/config/env.ts';
import {
  IMAGE_WIDTHS,
  parsePictureSize,
  SOCIAL,
  type ArtKind,
  type PictureSize,
} from '../../../platform/image-widths.ts';
import { OutageError } from '../../../platform/http/limits/deadline.ts';
import { isWholePicture } from './whole-picture.ts';
import { FORMATS, JPEG, type ImageFormat } from './format.ts';

/** Of the stored master, from which other sizes could be made later. */
export const MASTER_QUALITY = 92;
/** Across, of the copy in which the dominant colour is counted. */
export const COLOUR_WIDTH = 160;

type Images = Pick<Env, 'IMAGES'>;

/** A size of a master in a format. */
export async function encodePicture(
  { IMAGES }: Images,
  master: ReadableStream<Uint8Array>,
  { width, height }: PictureSize,
  format: ImageFormat,
): Promise<ArrayBuffer> {
  const output = await IMAGES.input(master)
    .transform(height === null ? { width, fit: 'scale-down' } : { width, height, fit: 'cover' })
    .output({ format: format.type, quality: format.quality });
  const image = await output.response().arrayBuffer();
  if (!isWholePicture(image, format.name)) throw new OutageError('Images gave a part of a picture');
  return image;
}

/** All sizes of a kind, each with the formats that the door of pictures gives. */
export function listPictureSizes(kind: ArtKind) {
  return [...IMAGE_WIDTHS[kind].map(String), SOCIAL].flatMap((size) => {
    const pixels = parsePictureSize(kind, size);
    return pixels === null ? [] : [{ size, pixels, formats: size === SOCIAL ? [JPEG] : [...FORMATS, JPEG] }];
  });
}
