/** The local flag of kids mode (spec 2.46). */
export const KIDS_FLAG = 'isKids';

/** Whether this page belongs to a kids session, as the server marked it: what costs money is not offered then. */
export function isKids(): boolean {
  return 'kids' in document.documentElement.dataset;
}
