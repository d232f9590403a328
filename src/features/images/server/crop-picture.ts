import { artKind, getMasterWidth, SOCIAL, SOCIAL_WIDTH } from '../../../platform/image-widths.ts';
import { PICTURE_TYPES } from '../../../platform/media/picture-file.ts';
import { stripJpeg } from '../../../platform/media/strip-jpeg.ts';
import type { Crop, Ratio, Size } from '../../catalogue/crop.ts';
import { listPictureSizes, MASTER_QUALITY } from './encode-picture.ts';
import {
  computeDigits,
  findLargest,
  findStored,
  makeKey,
  readFile,
  storeSizes,
  toStream,
  type Stores,
} from './picture-files.ts';

/** Of the scaled whole: between two cuts it is a PNG in memory, and a Worker has 128 MB. */
const MAX_PIXELS = 8_000_000;

/** Stores a part of a stored picture as a picture of its own, and gives its key; null where `source` is not there. */
export async function storeCrop(
  env: Stores,
  { source, ratio, crop }: { source: string; ratio: Ratio; crop: Crop },
): Promise<string | null> {
  const kind = artKind(source);
  if (kind === null) return null;
  const digits = await computeDigits(kind, `${source} ${ratio} ${[crop.x, crop.y, crop.width, crop.height].join(' ')}`);
  const stored = await findStored(env, kind, digits);
  if (stored !== null) return stored;
  const largest = await findLargest(env, source);
  const bytes = largest && (await readFile(env, largest.original));
  if (!bytes) return null;
  const isSocial = ratio === SOCIAL;
  const width = isSocial ? SOCIAL_WIDTH : getMasterWidth(kind);
  const master = stripJpeg(await cutPicture(env, bytes, listCuts(largest, crop, width)));
  const key = await makeKey(env, kind, digits, master);
  const sizes = listPictureSizes(kind);
  await storeSizes(env, key, master, isSocial ? sizes.filter(({ size }) => size === SOCIAL) : sizes);
  return key;
}

interface Cut extends Size {
  gravity: 'left' | 'right' | 'top' | 'bottom';
}

/**
 * The steps to a part of a picture: scaled, then cut at one side after the other. Images of all hosts know sizes and
 * sides, and workerd's own neither `trim` nor a point. `widest`: pixels of the part across, at most.
 */
export function listCuts(size: Size, { x, y, width, height }: Crop, widest: number): Cut[] {
  const scale = Math.min(1, widest / (width * size.width), Math.sqrt(MAX_PIXELS / (size.width * size.height)));
  const scaled = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const [left, right] = [Math.round(x * scaled.width), Math.round((x + width) * scaled.width)];
  const [top, bottom] = [Math.round(y * scaled.height), Math.round((y + height) * scaled.height)];
  const cuts: Cut[] = [{ width: right, height: scaled.height, gravity: 'left' }];
  if (left > 0) cuts.push({ width: right - left, height: scaled.height, gravity: 'right' });
  if (bottom < scaled.height) cuts.push({ width: right - left, height: bottom, gravity: 'top' });
  if (top > 0) cuts.push({ width: right - left, height: bottom - top, gravity: 'bottom' });
  return cuts;
}

async function cutPicture({ IMAGES }: Stores, picture: Uint8Array<ArrayBuffer>, cuts: readonly Cut[]) {
  let bytes = picture;
  for (const [index, cut] of cuts.entries()) {
    const isLast = index === cuts.length - 1;
    const output = await IMAGES.input(toStream(bytes))
      .transform({ ...cut, fit: 'cover' })
      .output(
        isLast
          ? { format: PICTURE_TYPES.jpeg, quality: MASTER_QUALITY, background: '#000' }
          : { format: PICTURE_TYPES.png },
      );
    bytes = new Uint8Array(await output.response().arrayBuffer());
  }
  return bytes;
}
