import * as v from 'valibot';
import { getCart, type Cart } from '../contract/cart.ts';
import type { TitleKind } from '../domain/kinds.ts';
import {
  isGood,
  isSavable,
  savedCache,
  SAVED_CHANNEL,
  savedPath,
  type SavedTitle,
  type SaveMessage,
} from '../domain/saved-title.ts';
import { hasSession } from './auth.ts';
import { isKids } from './kids.ts';
import { localProgress } from './progress.ts';

/** A service worker is stopped when nobody speaks to it: while something is brought, it is spoken to so often. */
const SPEAK_EVERY_MS = 20_000;

/** Whether this browser can keep titles, and keeps them for this visitor: in a kids session nothing is kept or shown. */
export function canSave(kind: TitleKind): boolean {
  // Nothing answers where a page was loaded past its service worker, or the browser has none.
  const { serviceWorker } = navigator as Partial<Navigator>;
  return isSavable(kind) && Boolean(serviceWorker?.controller) && 'caches' in globalThis && !isKids();
}

async function entryOf(title: Pick<SavedTitle, 'kind' | 'id'>): Promise<SavedTitle | null> {
  const found = await caches.match(savedPath(title), { cacheName: savedCache(title) });
  const entry = await found?.json<SavedTitle>();
  return entry && isGood(entry, Date.now() / 1000) ? entry : null;
}

/** Tells one title's state in this browser, at once and at each change; null for not kept. Returns what ends that. */
export function followSaved(kind: TitleKind, id: number, tell: (saved: SavedTitle | null) => void): () => void {
  let last: SavedTitle | null | undefined;
  const say = (saved: SavedTitle | null) => {
    last = saved;
    tell(saved);
  };
  const channel = new BroadcastChannel(SAVED_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SavedTitle>) => {
    if (data.kind === kind && data.id === id) say(data);
  };
  const goOn = () => void (last && last.state !== 'saved' && speak({ type: 'save-on' }));
  const timer = setInterval(goOn, SPEAK_EVERY_MS);
  void entryOf({ kind, id }).then((entry) => {
    if (last === undefined) say(entry);
    goOn();
  });
  return () => {
    channel.close();
    clearInterval(timer);
  };
}

/** Asks the service worker to keep a title at a height. */
export async function saveTitle(kind: TitleKind, id: number, height: number): Promise<void> {
  // So that the browser does not clear it away by itself, where it asks for that.
  await navigator.storage.persist().catch(() => false);
  await speak({ type: 'save', wish: { kind, id, height, guest: !hasSession() } });
}

/** Takes a title out of this browser; also one that is on its way. */
export async function forgetSaved(kind: TitleKind, id: number): Promise<void> {
  await caches.delete(savedCache({ kind, id }));
}

/** Bytes that the browser would still keep; null where it does not say. */
export async function freeSpace(): Promise<number | null> {
  const { quota, usage } = await navigator.storage.estimate().catch(() => ({ quota: undefined, usage: undefined }));
  return quota === undefined ? null : quota - (usage ?? 0);
}

/** The cart of a title that is kept here whole, as it is answered without a network; null for any other. */
export async function savedCart(kind: TitleKind, id: number): Promise<Cart | null> {
  if (!canSave(kind)) return null;
  const entry = await entryOf({ kind, id }).catch(() => null);
  if (entry?.state !== 'saved') return null;
  const parsed = v.safeParse(getCart.output, { data: { data: entry.cart } });
  const cart = parsed.success ? parsed.output.data.data : null;
  if (!cart?.play) return null;
  const { points, ...progress } = localProgress(id);
  return { ...cart, play: { ...cart.play, progress: { ...progress, points: [...points] } } };
}

async function speak(message: SaveMessage): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}
