import sharp, { type Sharp } from 'sharp';
import { findDominantColour } from '@pardeh/demo-assets/art/dominant-colour';
import { AVIF_EFFORT } from '@pardeh/workers-on-node/stores/pictures';
import { COLOUR_WIDTH, listPictureSizes, MASTER_QUALITY } from '../../../src/features/images/server/encode-picture.ts';
import type { ImageFormat } from '../../../src/features/images/server/format.ts';
import { getMasterWidth, type ArtKind, type PictureSize } from '../../../src/platform/image-widths.ts';
import { MAX_PICTURE_PIXELS } from '../../../src/features/titles/picture-rules.ts';

/** A picture of the largest size takes two seconds; a file of many scans may take minutes. */
export const MAX_DECODE_SECONDS = 30;

/** A picture as it is stored: upright, in sRGB of 8 bits, without anything that its file said beside it. */
export interface Picture {
  kind: ArtKind;
  /** Two letters (packages/demo-assets/README.md). */
  colour: string;
  data: Uint8Array;
  raw: { width: number; height: number; channels: 3 | 4 };
}

/** Decodes a picture; throws where its content is damaged or incomplete. */
export async function decodePicture(bytes: Uint8Array, kind: ArtKind): Promise<Picture> {
  const widest = getMasterWidth(kind);
  const isLettered = kind === 'wordmark';
  const upright = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
    .timeout({ seconds: MAX_DECODE_SECONDS })
    .autoOrient()
    .resize({ width: widest, withoutEnlargement: true })
    .toColourspace('srgb');
  const pixels = isLettered ? upright.ensureAlpha() : upright.flatten({ background: '#000' });
  const { data, info } = await pixels.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: isLettered ? (4 as const) : (3 as const) };
  const small = await sharp(data, { raw }).resize({ width: COLOUR_WIDTH }).ensureAlpha().raw().toBuffer();
  return { kind, colour: findDominantColour(small), data, raw };
}

/** The files of a picture: each width in each format as the door of pictures names them, and last the master. */
export async function* encodeFiles({ kind, data, raw }: Picture, key: string) {
  for (const { size, pixels, formats } of listPictureSizes(kind)) {
    const scaled = await scale(sharp(data, { raw }), pixels).raw().toBuffer({ resolveWithObject: true });
    const { width, height } = scaled.info;
    for (const format of formats) {
      const encoded = encode(sharp(scaled.data, { raw: { ...raw, width, height } }), format);
      yield { key: `img/${key}-${size}.${format.name}`, bytes: await encoded.toBuffer() };
    }
  }
  const master = sharp(data, { raw });
  const bytes = await (
    raw.channels === 4 ? master.png() : master.jpeg({ quality: MASTER_QUALITY, chromaSubsampling: '4:4:4' })
  ).toBuffer();
  // The door of pictures asks for this name, and looks at the content alone.
  yield { key: `art/${key}.png`, bytes };
}

/** As packages/workers-on-node/src/stores/pictures.ts, which makes what is missing. */
function scale(picture: Sharp, { width, height }: PictureSize): Sharp {
  return height === null
    ? picture.resize({ width, fit: 'inside', withoutEnlargement: true })
    : picture.resize({ width, height, fit: 'cover' });
}

function encode(picture: Sharp, { name, quality }: ImageFormat): Sharp {
  if (name === 'avif') return picture.avif({ quality, effort: AVIF_EFFORT });
  return name === 'webp' ? picture.webp({ quality }) : picture.jpeg({ quality });
}
