import { atom } from 'nanostores';

/** A short text over the picture, also for screen readers. `count` tells equal ones apart. */
export const $notice = atom<{ text: string; count: number }>({ text: '', count: 0 });

export function showNotice(text: string): void {
  $notice.set({ text, count: $notice.get().count + 1 });
}
