import { m } from '../../../../platform/text/paraglide/messages.js';
import type { PictureFault } from '../../../titles/picture-rules.ts';
import { PICTURE_CODES } from '../../picture-codes.ts';

/** The server's refusals, before a file is sent. */
const FAULTS: Record<(typeof PICTURE_CODES)[PictureFault], () => string> = {
  picture_empty: m.error_picture_empty,
  picture_large: m.error_picture_large,
  picture_format: m.error_picture_format,
  picture_name: m.error_picture_name,
  picture_damaged: m.error_picture_damaged,
  picture_animated: m.error_picture_animated,
  picture_pixels: m.error_picture_pixels,
  picture_narrow: m.error_picture_narrow,
  picture_shape: m.error_picture_shape,
};
export const describeFault = (fault: PictureFault) => FAULTS[PICTURE_CODES[fault]]();
