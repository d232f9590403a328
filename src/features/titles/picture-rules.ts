import { IMAGE_WIDTHS, type ArtKind } from '../../platform/image-widths.ts';
import { findPictureFormat, readPictureHeader, type PictureFormat } from '../../platform/media/picture-file.ts';

/** Rules of pictures, for an import and the desk, before one is decoded. */
export const MAX_PICTURE_BYTES = 20_000_000;
/** As the Node host's pictures: 160 MB once decoded. */
export const MAX_PICTURE_PIXELS = 40_000_000;
export const PICTURE_ENDS: Record<PictureFormat, readonly string[]> = {
  jpeg: ['.jpg', '.jpeg'],
  png: ['.png'],
  webp: ['.webp'],
  avif: ['.avif'],
};

/** Width by height: what each kind is cut to, and how far from it a picture may be, so that enough of it remains. */
const SHAPES: Partial<Record<ArtKind, { from: number; to: number }>> = {
  poster: { from: 0.5, to: 1 },
  cover: { from: 0.5, to: 1 },
  backdrop: { from: 1.2, to: 2.8 },
  still: { from: 1.2, to: 2.8 },
  portrait: { from: 0.5, to: 1.6 },
  wordmark: { from: 0.5, to: 8 },
};

export type PictureFault =
  | ('empty' | 'too_large' | 'gif' | 'svg' | 'format' | 'name' | 'damaged' | 'animated' | 'pixels')
  | ('narrow' | 'shape' | 'cut_off');

interface Look {
  format: PictureFormat | null;
  width: number;
  height: number;
}

/** `isNamed`: whether the name, or the type that was sent, is one of the format's. Null: nothing is wrong. */
export function findPictureFault(
  bytes: Uint8Array,
  kind: ArtKind,
  isNamed: (format: PictureFormat) => boolean,
): { fault: PictureFault | null } & Look {
  const look: Look = { format: null, width: 0, height: 0 };
  const refuse = (fault: PictureFault) => ({ ...look, fault });
  if (bytes.byteLength === 0) return refuse('empty');
  if (bytes.byteLength > MAX_PICTURE_BYTES) return refuse('too_large');
  const format = findPictureFormat(bytes);
  if (format === null || format === 'gif' || format === 'svg') return refuse(format ?? 'format');
  look.format = format;
  if (!isNamed(format)) return refuse('name');
  const header = readPictureHeader(bytes, format);
  if (header === null) return refuse('damaged');
  const { width, height } = Object.assign(look, { width: header.width, height: header.height });
  if (header.isAnimated) return refuse('animated');
  if (width * height > MAX_PICTURE_PIXELS) return refuse('pixels');
  if (width < IMAGE_WIDTHS[kind][0]) return refuse('narrow');
  const shape = SHAPES[kind];
  if (shape && (width / height < shape.from || width / height > shape.to)) return refuse('shape');
  return { ...look, fault: header.isComplete ? null : 'cut_off' };
}
