import type { Locale } from '../../../platform/text/locale.ts';

const MIDDLE_PERCENT = 50;
const MIN_OFF_MIDDLE_PERCENT = 10;
/** A phone shows two fifths of the width, so at this distance from the middle the crop is at the edge. */
const MAX_OFF_MIDDLE_PERCENT = 25;

/**
 * Classes of a head's picture: the crop by its focal point (percent from the left), and `turned` where that point is
 * in the half that holds the text.
 */
export function getFocusClasses(focusX: number | null | undefined, locale: Locale): string {
  const off = (focusX ?? MIDDLE_PERCENT) - MIDDLE_PERCENT;
  if (Math.abs(off) < MIN_OFF_MIDDLE_PERCENT) return 'hero-art';
  const isAtEdge = Math.abs(off) > MAX_OFF_MIDDLE_PERCENT;
  const crop = off < 0 ? (isAtEdge ? 0 : 1) : isAtEdge ? 3 : 2;
  const isUnderText = locale === 'fa' ? off > 0 : off < 0;
  return `hero-art focus-${String(crop)}${isUnderText ? ' turned' : ''}`;
}
