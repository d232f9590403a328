export const STANDARD_HEIGHTS = [144, 240, 360, 480, 576, 720, 1080, 1440, 2160];
const CLOSE = 0.02;

interface Size {
  width: number;
  height: number;
}

/** Pixels of the 16:9 frame that it fits into, upright or turned: 1920×804 and 1080×1920 are both 1080. */
export function getStandardHeight(size: Size): number {
  const exact = getFrameHeight(size);
  return STANDARD_HEIGHTS.find((standard) => Math.abs(exact - standard) <= standard * CLOSE) ?? Math.round(exact);
}

export function getFrameHeight({ width, height }: Size): number {
  return Math.max(Math.min(width, height), (Math.max(width, height) * 9) / 16);
}
