import { atom } from 'nanostores';
import { closeModal } from '../../../platform/client/modal.ts';

/** How the open player stands: over the page, or small in a corner of it while somebody browses on. */
export const $mini = atom(false);

/** The address that is browsed while the player is small, where it is another than the page's own; null for none. */
let browsed: string | null = null;

/** Makes the player small. The site is browsed in a frame meanwhile: a page that goes away would take the player along. */
export function minimize(): void {
  $mini.set(true);
}

/** Lets the player fill the window again. */
export function fillWindow(): void {
  $mini.set(false);
}

/**
 * Says which page of the site is browsed (a whole address): the window's own address and title follow it, so that it can
 * be shared and loaded anew.
 */
export function setFramedPage(address: string, title: string): void {
  if (browsed === null && address === location.origin + location.pathname + location.search) return;
  browsed = address;
  history.replaceState(history.state, '', address);
  document.title = title;
}

/** Closes the player, where the visitor has come to: on the page itself, or on the one that was browsed meanwhile. */
export function closePlayer(): void {
  if (browsed === null) closeModal();
  else location.replace(browsed);
}

/** The player has gone. */
export function forgetFramedPage(): void {
  $mini.set(false);
  browsed = null;
}
