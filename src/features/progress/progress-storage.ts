import type { Progress } from './progress.ts';
import { PROGRESS_PREFIX } from './progress-prefix.ts';

/** Progress in local storage, and the call that sends it: for the islands, and for the script before hydration. */

/** Whose progress a browser keeps: a guest's, the account's, a kids session's. */
export type ProgressOwner = 'guest' | 'own' | 'kids';

/** One entry: the merged state, and the part that the server has not confirmed, null for none. */
export interface StoredProgress {
  state: Progress;
  unsent: Progress | null;
}

export const SAVE_PROGRESS_PATH = '/my/progress';
/** Titles in one call; a browser that was offline for longer calls again. */
export const SAVES_MAX = 50;

export function progressKey(owner: ProgressOwner, id: number | string): string {
  return `${PROGRESS_PREFIX}${owner}:${String(id)}`;
}

/** A key's owner and title id; null for a key that `progressKey` did not make. */
export function parseProgressKey(key: string): [owner: ProgressOwner, id: number] | null {
  const [name, owner, id] = key.split(':');
  return name === 'progress' ? [owner as ProgressOwner, Number(id)] : null;
}
