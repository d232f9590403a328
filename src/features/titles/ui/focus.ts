import type { Locale } from '../../../platform/text/locale.ts';

const MIDDLE_PERCENT = 50;
const MIN_OFF_MIDDLE_PERCENT = 10;
/** A phone shows two fifths of the width, so at this distance from the middle the crop is at the edge. */
const MAX_OFF_MIDDLE_PERCENT = 25;
/** A wide screen shows three quarters of the height or more: beyond this distance the crop is at the edge. */
const MAX_OFF_HEIGHT_PERCENT = 15;

interface Focus {
  focus_x?: number | null | undefined;
  focus_y?: number | null | undefined;
}

/**
 * Classes of a head's picture: the crop by its focal point (percent from the left and the top), and `turned` where that
 * point is in the half that holds the text.
 */
export function getFocusClasses({ focus_x: x, focus_y: y }: Focus, locale: Locale): string {
  return ['hero-art', ...cropWidth(x ?? MIDDLE_PERCENT, locale), ...cropHeight(y ?? MIDDLE_PERCENT)].join(' ');
}

function cropWidth(x: number, locale: Locale): string[] {
  const off = x - MIDDLE_PERCENT;
  if (Math.abs(off) < MIN_OFF_MIDDLE_PERCENT) return [];
  const isAtEdge = Math.abs(off) > MAX_OFF_MIDDLE_PERCENT;
  const crop = off < 0 ? (isAtEdge ? 0 : 1) : isAtEdge ? 3 : 2;
  const isUnderText = locale === 'fa' ? off > 0 : off < 0;
  return [`focus-${String(crop)}`, ...(isUnderText ? ['turned'] : [])];
}

function cropHeight(y: number): string[] {
  const off = y - MIDDLE_PERCENT;
  if (Math.abs(off) <= MAX_OFF_HEIGHT_PERCENT) return [];
  return [off < 0 ? 'focus-top' : 'focus-low'];
}
