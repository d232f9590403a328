import { atom } from 'nanostores';
import { closeModal } from '../../../../platform/client/modal.ts';

export const $mini = atom(false);

let browsed: string | null = null;

/** The site is browsed in a frame meanwhile: navigation would end the player. */
export function minimize(): void {
  $mini.set(true);
}

export function fillWindow(): void {
  $mini.set(false);
}

/** The window's address and title follow the framed page, so that it can be shared and reloaded. */
export function setFramedPage(address: string, title: string): void {
  if (browsed === null && address === location.origin + location.pathname + location.search) return;
  browsed = address;
  history.replaceState(history.state, '', address);
  document.title = title;
}

export function leaveInvitation(): void {
  const url = new URL(location.href);
  url.searchParams.delete('room');
  history.replaceState(history.state, '', url);
}

export function closePlayer(): void {
  if (browsed === null) closeModal();
  else location.replace(browsed);
}

export function forgetFramedPage(): void {
  $mini.set(false);
  browsed = null;
}
