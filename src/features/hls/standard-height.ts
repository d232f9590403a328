const STANDARD_HEIGHTS = [144, 240, 360, 480, 576, 720, 1080, 1440, 2160];
const CLOSE = 0.02;

/**
 * The height by which viewers know a picture, in pixels: that of the 16:9 frame that it fits into, upright or turned.
 * 1920×804 and 1080×1920 are both 1080.
 */
export function getStandardHeight({ width, height }: { width: number; height: number }): number {
  const exact = Math.max(Math.min(width, height), Math.round((Math.max(width, height) * 9) / 16));
  return STANDARD_HEIGHTS.find((standard) => Math.abs(exact - standard) <= standard * CLOSE) ?? exact;
}
