/** Whether this page belongs to a kids session, as the server marked it: what costs money is not offered then. */
export function isKids(): boolean {
  return 'kids' in document.documentElement.dataset;
}
