import * as v from 'valibot';
import { getCart, type EntitlementAnswer } from '../../paywall/contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { isSavable, savedCache, SAVED_CHANNEL, savedPath, type SavedTitle, type SaveMessage } from '../saved-title.ts';
import { getCaches } from '../../../platform/client/get-caches.ts';
import { deleteSavedCache } from '../../../platform/client/forget-saved.ts';
import { checkLicence } from '../licence.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { getLocalProgress, sendProgress, storeProgress } from '../../progress/client/progress.ts';
import { NO_PROGRESS } from '../../progress/progress.ts';
import { readReferrerNumber } from '../../accounts/client/referral.ts';

/** Milliseconds: an idle service worker is stopped, so pages post to it during a download. */
const POST_EVERY_MS = 20_000;

export function canSave(kind: TitleKind): boolean {
  // A page may have bypassed its service worker, or the browser has none.
  const { serviceWorker } = navigator as Partial<Navigator>;
  return isSavable(kind) && Boolean(serviceWorker?.controller) && getCaches() !== null && !isKids();
}

async function findValidEntry(title: Pick<SavedTitle, 'kind' | 'id'>): Promise<SavedTitle | null> {
  const result = await getCaches()?.match(savedPath(title), { cacheName: savedCache(title) });
  const entry = await result?.json<SavedTitle>();
  return entry && (await checkLicence(title))?.state === 'valid' ? entry : null;
}

export function followSaved(kind: TitleKind, id: number, onChange: (saved: SavedTitle | null) => void): () => void {
  let last: SavedTitle | null | undefined;
  const update = (saved: SavedTitle | null) => {
    last = saved;
    onChange(saved);
  };
  const channel = new BroadcastChannel(SAVED_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SavedTitle>) => {
    if (data.kind === kind && data.id === id) update(data);
  };
  const resume = () => void (last && last.state !== 'saved' && postToWorker({ type: 'save-on' }));
  const timer = setInterval(resume, POST_EVERY_MS);
  void findValidEntry({ kind, id })
    .catch(() => null)
    .then((entry) => {
      if (last === undefined) update(entry);
      resume();
    });
  return () => {
    channel.close();
    clearInterval(timer);
  };
}

export async function saveTitle(kind: TitleKind, id: number, height: number): Promise<void> {
  // Some browsers evict what is not persistent.
  await navigator.storage.persist().catch(() => false);
  // From now on the server measures what may be watched of it without a network.
  storeProgress(id, NO_PROGRESS);
  void sendProgress();
  await postToWorker({ type: 'save', wish: { kind, id, height, guest: !hasSession(), ref: readReferrerNumber() } });
}

export async function forgetSaved(kind: TitleKind, id: number): Promise<void> {
  await deleteSavedCache(savedCache({ kind, id }));
}

export async function freeSpace(): Promise<number | null> {
  const estimate = async (): Promise<StorageEstimate> => navigator.storage.estimate();
  const { quota, usage } = await estimate().catch((): StorageEstimate => ({}));
  return quota === undefined ? null : quota - (usage ?? 0);
}

export async function getSavedEntitlement(kind: TitleKind, id: number): Promise<EntitlementAnswer | null> {
  if (!canSave(kind)) return null;
  const entry = await findValidEntry({ kind, id }).catch(() => null);
  if (entry?.state !== 'saved') return null;
  const parsed = v.safeParse(getCart.output, { data: { data: entry.cart } });
  const cart = parsed.success ? parsed.output.data.data : null;
  if (!cart?.play) return null;
  const { points, ...progress } = getLocalProgress(id);
  return { ...cart, play: { ...cart.play, progress: { ...progress, points: [...points] } } };
}

async function postToWorker(message: SaveMessage): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}
