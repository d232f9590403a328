import * as v from 'valibot';
import { progressState, saveProgress } from '../contract.ts';
import { mergeProgress, NO_PROGRESS, type Progress } from '../progress.ts';
import { SEND_GAP_MS } from '../config.ts';
import {
  CLOCK_KEY,
  parseProgressKey,
  progressKey,
  SAVE_PROGRESS_PATH,
  SAVES_MAX,
  type ProgressOwner,
  type StoredProgress,
} from '../progress-storage.ts';
import { API_BASE } from '../../../platform/http/api-base.ts';
import type { Input } from '../../../platform/http/call.ts';
import { api } from '../../../platform/client/island-api.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { readLocal, writeLocal } from '../../../platform/client/local.ts';

const storedProgress = v.object({
  state: progressState,
  /** What the server has not yet answered for; null for nothing. */
  unsent: v.nullable(progressState),
});

function owner(): ProgressOwner {
  if (isKids()) return 'kids';
  return hasSession() ? 'own' : 'guest';
}

/** Seconds that the server's clock is ahead of this one, as far as it ever said. */
let ahead = readLocal(CLOCK_KEY, v.number()) ?? 0;

/** Now by the server's clock, as well as it is known here: epoch seconds. */
export function serverNow(): number {
  return Math.floor(Date.now() / 1000) + ahead;
}

/** Takes over the server's clock from an answer that has just come. */
export function setClock(now: number): void {
  ahead = now - Math.floor(Date.now() / 1000);
  writeLocal(CLOCK_KEY, ahead);
}

/** How far the viewer has come with a title: what the server says, null for nothing, and what it does not know yet. */
export function getProgress(id: number, progress: Progress | null): Progress {
  const whose = owner();
  const local = readLocal(progressKey(whose, id), storedProgress);
  if (whose === 'guest') return local?.state ?? NO_PROGRESS;
  const unsent = local?.unsent ?? null;
  const state = mergeProgress(progress ?? NO_PROGRESS, unsent ?? NO_PROGRESS);
  write(progressKey(whose, id), { state, unsent });
  return state;
}

/** What this browser alone knows, for a title that plays without the server. */
export function localProgress(id: number): Progress {
  return readLocal(progressKey(owner(), id), storedProgress)?.state ?? NO_PROGRESS;
}

/** Keeps a save here until the server has it. Returns what is known then. */
export function storeProgress(id: number, save: Progress): Progress {
  const key = progressKey(owner(), id);
  const local = readLocal(key, storedProgress);
  const state = mergeProgress(local?.state ?? NO_PROGRESS, save);
  write(key, { state, unsent: mergeProgress(local?.unsent ?? NO_PROGRESS, save) });
  return state;
}

function write(key: string, { state, unsent }: { state: Progress; unsent: Progress | null }): void {
  writeLocal(key, { state, unsent } satisfies { state: Progress; unsent: Progress | null });
}

/** What waits to be sent, at most as much as one call takes. What a guest watched becomes the account's after a login. */
function waiting(): { id: number; key: string; unsent: Progress }[] {
  const now = owner();
  if (now === 'guest') return [];
  if (now === 'own') for (const [id, local] of readStored('guest')) adopt(id, local);
  return readStored(now)
    .flatMap(([id, { unsent }]) => (unsent ? [{ id, key: progressKey(now, id), unsent }] : []))
    .slice(0, SAVES_MAX);
}

function adopt(id: number, { state }: StoredProgress): void {
  const key = progressKey('own', id);
  const mine = readLocal(key, storedProgress);
  write(key, {
    state: mergeProgress(mine?.state ?? NO_PROGRESS, state),
    unsent: mergeProgress(mine?.unsent ?? NO_PROGRESS, state),
  });
  writeLocal(progressKey('guest', id), null);
}

function readStored(whose: ProgressOwner): [number, StoredProgress][] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const [keyOwner, id] = parseProgressKey(key) ?? [];
      const local = keyOwner === whose ? readLocal(key, storedProgress) : null;
      return id && local ? [[id, local] as [number, StoredProgress]] : [];
    });
  } catch {
    return [];
  }
}

const buildBody = (titles: { id: number; unsent: Progress }[]): Input<typeof saveProgress> => ({
  now: serverNow(),
  titles: titles.map(({ id, unsent }) => ({ id, ...unsent, points: [...unsent.points] })),
});

let sending = Promise.resolve();
/** When the last send began, in milliseconds since 1970, and the one that is to come. */
let lastSend = 0;
let nextSend: Promise<void> | null = null;

/** Sends what waits, after what is being sent, and keeps what the server then knows. Without a network it stays waiting. */
export function sendProgress(): Promise<void> {
  lastSend = Date.now();
  sending = sending.then(send);
  return sending;
}

/** The same, together with whatever else comes until SEND_GAP_MS after the last send. */
export function sendProgressSoon(): Promise<void> {
  const wait = Math.max(0, lastSend + SEND_GAP_MS - Date.now());
  nextSend ??= new Promise<void>((done) => setTimeout(done, wait)).then(() => {
    nextSend = null;
    return sendProgress();
  });
  return nextSend;
}

async function send(): Promise<void> {
  const titles = waiting();
  if (titles.length === 0) return;
  const answer = await api(saveProgress, buildBody(titles));
  if (!answer.ok) return;
  setClock(answer.value.now);
  for (const { id, key, unsent } of titles) {
    const reported = answer.value.data.find((it) => it.id === id);
    const local = readLocal(key, storedProgress);
    const more = local?.unsent && JSON.stringify(local.unsent) !== JSON.stringify(unsent) ? local.unsent : null;
    // A title that the catalogue does not have is not told of; there is nothing to wait for.
    if (reported) write(key, { state: mergeProgress(reported, more ?? NO_PROGRESS), unsent: more });
    else writeLocal(key, null);
  }
}

/**
 * Sends what waits as the page goes away. Nobody hears the answer, so all of it waits on and is sent once more: a save
 * that comes twice changes nothing.
 */
export function sendProgressLast(): void {
  const titles = waiting();
  if (titles.length === 0) return;
  const body = new Blob([JSON.stringify(buildBody(titles))], { type: 'application/json' });
  navigator.sendBeacon(API_BASE + SAVE_PROGRESS_PATH, body);
}
