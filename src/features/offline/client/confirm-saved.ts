import type { SaveMessage } from '../saved-title.ts';

/** Asks for the right of all saved titles now: the subscription was paused, and a right that was asked about counts a day. */
export function confirmSaved(): void {
  const { serviceWorker } = navigator as Partial<Navigator>;
  const message: SaveMessage = { type: 'confirm' };
  serviceWorker?.controller?.postMessage(message);
}
