import type { saveProgress } from '../../features/progress/contract.ts';
import {
  parseProgressKey,
  SAVE_PROGRESS_PATH,
  SAVES_MAX,
  type StoredProgress,
} from '../../features/progress/progress-storage.ts';
import { PROGRESS_EVENT } from '../../platform/client/events.ts';
import { getServerTime } from '../../platform/client/server-clock.ts';
import { isKids } from '../../platform/client/kids.ts';
import { API_BASE } from '../../platform/http/calls/api-base.ts';
import type { Input } from '../../platform/http/calls/call.ts';

/** Sends progress that was saved offline or before the login, with the next page of its owner. */
export function watchProgress(): void {
  try {
    sendWaiting(isKids()).catch(() => undefined);
  } catch {
    // Storage may be forbidden.
  }
}

async function sendWaiting(kids: boolean): Promise<void> {
  const signedIn = 'signedIn' in document.documentElement.dataset;
  const waiting = Object.keys(localStorage).flatMap((key) => {
    const [owner, id] = parseProgressKey(key) ?? [];
    if (!owner) return [];
    // Signed out: the next account may be another person's.
    if (owner === 'own' && !signedIn && !kids) localStorage.removeItem(key);
    const isOwned = kids ? owner === 'kids' : signedIn && owner !== 'kids';
    const { state, unsent } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<StoredProgress>;
    const progress = isOwned && (owner === 'guest' ? state : unsent);
    return progress ? [{ key, title: { id, ...progress } }] : [];
  });
  const batch = waiting.slice(0, SAVES_MAX);
  if (!batch[0]) return;
  const body = {
    now: getServerTime(),
    titles: batch.map(({ title }) => title),
  } as Input<typeof saveProgress>;
  const response = await fetch(API_BASE + SAVE_PROGRESS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response?.ok) return;
  // The player asks the server for the position.
  for (const { key } of batch) localStorage.removeItem(key);
  document.dispatchEvent(new Event(PROGRESS_EVENT));
}
