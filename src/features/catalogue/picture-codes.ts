import type { ErrorCode } from '../../platform/http/calls/errors.ts';
import type { PictureFault } from '../titles/picture-rules.ts';

/** The refusal of a picture, by its fault. */
export const PICTURE_CODES = {
  empty: 'picture_empty',
  too_large: 'picture_large',
  gif: 'picture_format',
  svg: 'picture_format',
  format: 'picture_format',
  name: 'picture_name',
  damaged: 'picture_damaged',
  cut_off: 'picture_damaged',
  animated: 'picture_animated',
  pixels: 'picture_pixels',
  narrow: 'picture_narrow',
  shape: 'picture_shape',
} as const satisfies Record<PictureFault, ErrorCode>;
