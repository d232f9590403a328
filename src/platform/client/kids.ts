/** Spec 2.46. */
export const KIDS_FLAG = 'isKids';

export function isKids(): boolean {
  return 'kids' in document.documentElement.dataset;
}
