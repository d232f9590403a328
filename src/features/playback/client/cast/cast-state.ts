import { atom } from 'nanostores';
import type { Receiver, ReceiverState } from './receiver.ts';

export interface Casting extends ReceiverState {
  receiver: Receiver;
  stop: () => void;
}

export const $cast = atom<Casting | 'connecting' | null>(null);

/** Of the site's configuration (`CAST`): by default no page asks Google for anything. */
export function offersCast(): boolean {
  return 'cast' in document.body.dataset;
}
