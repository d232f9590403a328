/**
 * The id of the empty element that ends a page's first screen. The browser waits for it before it paints, so that no
 * blank frame comes first, and the Worker sends what is before it ahead of the rest (issue 2, section 7).
 */
export const FOLD_ID = 'first-screen';

/** That element, as pages carry it. */
export const FOLD_MARK = `<template id="${FOLD_ID}"></template>`;

const MARK = new TextEncoder().encode(FOLD_MARK);

/** The bytes of a page up to the end of its first screen; 0 where the page marks none. */
export function countBytesAboveFold(html: Uint8Array): number {
  const first = MARK[0] ?? 0;
  for (let at = html.indexOf(first); at >= 0; at = html.indexOf(first, at + 1)) {
    if (MARK.every((byte, index) => html[at + index] === byte)) return at + MARK.byteLength;
  }
  return 0;
}
