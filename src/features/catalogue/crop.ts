import { IMAGE_WIDTHS, SOCIAL_HEIGHT, SOCIAL_WIDTH } from '../../platform/image-widths.ts';
import type { ArtField } from './art-fields.ts';

/** Crops that an editor sets: a part of a whole picture, for one ratio in which pages show it. */

/** `social`: the picture beside a link, of the whole backdrop, or of the poster where there is none. */
export const CROP_FIELDS = [
  'art',
  'art_en',
  'backdrop',
  'still',
  'stills',
  'social',
] as const satisfies readonly ArtField[];
export type CropField = (typeof CROP_FIELDS)[number];
export type CropTarget = CropField | 'portrait';

/** Width by height: cards of posters; wide cards, stills and heads; the picture beside a link; portraits. */
export const RATIOS = { poster: 2 / 3, wide: 16 / 9, social: SOCIAL_WIDTH / SOCIAL_HEIGHT, square: 1 } as const;
export type Ratio = keyof typeof RATIOS;

export const CROP_RATIOS: Record<CropTarget, Ratio> = {
  ...{ art: 'poster', art_en: 'poster', backdrop: 'wide', still: 'wide', stills: 'wide' },
  ...{ social: 'social', portrait: 'square' },
};

/** Pixels of the original across: an upload's own rule; of the picture beside a link two fifths of its width. */
export const MIN_CROP_WIDTHS: Record<CropTarget, number> = {
  ...{ art: IMAGE_WIDTHS.poster[0], art_en: IMAGE_WIDTHS.poster[0], backdrop: IMAGE_WIDTHS.backdrop[0] },
  ...{ still: IMAGE_WIDTHS.still[0], stills: IMAGE_WIDTHS.still[0], social: IMAGE_WIDTHS.backdrop[0] },
  ...{ portrait: IMAGE_WIDTHS.portrait[0] },
};

/** Fractions of the whole picture, upright, from its left and its top. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}
export type CropFault = 'outside' | 'ratio' | 'small';

const STEPS = 10_000;
/** Of the ratio: whole pixels of a small picture are not closer. */
const RATIO_TOLERANCE = 0.02;
const MAX_PERCENT = 100;

/** In ten-thousandths, so that the same part has the same address; never beyond the picture. */
export function roundCrop({ x, y, width, height }: Crop): Crop {
  const [left, top] = [Math.round(x * STEPS), Math.round(y * STEPS)];
  return {
    x: left / STEPS,
    y: top / STEPS,
    width: Math.min(Math.round(width * STEPS), STEPS - left) / STEPS,
    height: Math.min(Math.round(height * STEPS), STEPS - top) / STEPS,
  };
}

/** `size`: pixels of the whole picture. Null: the crop may be stored. */
export function findCropFault(crop: Crop, place: CropTarget, size: Size): CropFault | null {
  const { x, y, width, height } = crop;
  const isInside =
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 + 1 / STEPS && y + height <= 1 + 1 / STEPS;
  if (!isInside) return 'outside';
  const ratio = (width * size.width) / (height * size.height);
  if (Math.abs(ratio / RATIOS[CROP_RATIOS[place]] - 1) > RATIO_TOLERANCE) return 'ratio';
  return Math.round(width * size.width) < MIN_CROP_WIDTHS[place] ? 'small' : null;
}

/** The largest zoom into a picture, from its largest crop on; below 1 the picture is too small for any. */
export function getMaxZoom(place: CropTarget, { width, height }: Size): number {
  return Math.min(width, height * RATIOS[CROP_RATIOS[place]]) / MIN_CROP_WIDTHS[place];
}

interface Point {
  x: number;
  y: number;
}

/** A focal point of a crop of a picture, in percent, as a point of another crop of it. Null: the whole picture. */
export function moveFocus(point: Point, from: Crop | null, to: Crop | null): Point {
  return {
    x: movePercent(point.x, [from?.x ?? 0, from?.width ?? 1], [to?.x ?? 0, to?.width ?? 1]),
    y: movePercent(point.y, [from?.y ?? 0, from?.height ?? 1], [to?.y ?? 0, to?.height ?? 1]),
  };
}

type Span = readonly [start: number, length: number];

function movePercent(percent: number, [fromStart, fromLength]: Span, [toStart, toLength]: Span): number {
  const ofWhole = fromStart * MAX_PERCENT + percent * fromLength;
  return Math.min(MAX_PERCENT, Math.max(0, Math.round((ofWhole - toStart * MAX_PERCENT) / toLength)));
}
