import * as v from 'valibot';
import { progressState, saveProgress } from '../contract.ts';
import { getLastChange, getResumePosition, mergeProgress, NO_PROGRESS, type Progress } from '../progress.ts';
import { SEND_GAP_MS } from '../config.ts';
import {
  parseProgressKey,
  progressKey,
  SAVE_PROGRESS_PATH,
  SAVES_MAX,
  type ProgressOwner,
  type StoredProgress,
} from '../progress-storage.ts';
import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { api } from '../../../platform/client/island-api.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { getServerTime, setClock } from '../../../platform/client/server-clock.ts';
import { readLocal, writeLocal } from '../../../platform/client/local.ts';

const storedProgress = v.object({
  state: progressState,
  unsent: v.nullable(progressState),
});

function getOwner(): ProgressOwner {
  if (isKids()) return 'kids';
  return hasSession() ? 'own' : 'guest';
}

/** The server's progress merged with the unsent one. */
export function getProgress(id: number, progress: Progress | null): Progress {
  const owner = getOwner();
  const local = readLocal(progressKey(owner, id), storedProgress);
  if (owner === 'guest') return local?.state ?? NO_PROGRESS;
  const unsent = local?.unsent ?? null;
  const state = mergeProgress(progress ?? NO_PROGRESS, unsent ?? NO_PROGRESS);
  write(progressKey(owner, id), { state, unsent });
  return state;
}

export function getLocalProgress(id: number): Progress {
  return readLocal(progressKey(getOwner(), id), storedProgress)?.state ?? NO_PROGRESS;
}

/** Titles that a guest has begun in this browser, the newest first. */
export function listGuestPositions(): { id: number; at: number; duration: number }[] {
  return readStored('guest')
    .toSorted(([, a], [, b]) => getLastChange(b.state) - getLastChange(a.state))
    .flatMap(([id, { state }]) => {
      const at = getResumePosition(state);
      return at === null ? [] : [{ id, at, duration: state.duration }];
    });
}

export function storeProgress(id: number, save: Progress): Progress {
  const key = progressKey(getOwner(), id);
  const local = readLocal(key, storedProgress);
  const state = mergeProgress(local?.state ?? NO_PROGRESS, save);
  write(key, { state, unsent: mergeProgress(local?.unsent ?? NO_PROGRESS, save) });
  return state;
}

function write(key: string, { state, unsent }: { state: Progress; unsent: Progress | null }): void {
  writeLocal(key, { state, unsent } satisfies { state: Progress; unsent: Progress | null });
}

/** At most one call's worth. A guest's progress becomes the account's after a login. */
function listUnsent(): { id: number; key: string; unsent: Progress }[] {
  const owner = getOwner();
  if (owner === 'guest') return [];
  if (owner === 'own') for (const [id, local] of readStored('guest')) adopt(id, local);
  return readStored(owner)
    .flatMap(([id, { unsent }]) => (unsent ? [{ id, key: progressKey(owner, id), unsent }] : []))
    .slice(0, SAVES_MAX);
}

function adopt(id: number, { state }: StoredProgress): void {
  const key = progressKey('own', id);
  const account = readLocal(key, storedProgress);
  write(key, {
    state: mergeProgress(account?.state ?? NO_PROGRESS, state),
    unsent: mergeProgress(account?.unsent ?? NO_PROGRESS, state),
  });
  writeLocal(progressKey('guest', id), null);
}

function readStored(owner: ProgressOwner): [number, StoredProgress][] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const [keyOwner, id] = parseProgressKey(key) ?? [];
      const local = keyOwner === owner ? readLocal(key, storedProgress) : null;
      return id && local ? [[id, local] as [number, StoredProgress]] : [];
    });
  } catch {
    return [];
  }
}

const buildBody = (titles: { id: number; unsent: Progress }[]): Input<typeof saveProgress> => ({
  now: getServerTime(),
  titles: titles.map(({ id, unsent }) => ({ id, ...unsent, points: [...unsent.points] })),
});

let sending = Promise.resolve();
let lastSend = 0;
let nextSend: Promise<void> | null = null;

export function sendProgress(): Promise<void> {
  lastSend = Date.now();
  sending = sending.then(send);
  return sending;
}

export function sendProgressSoon(): Promise<void> {
  const wait = Math.max(0, lastSend + SEND_GAP_MS - Date.now());
  nextSend ??= new Promise<void>((done) => setTimeout(done, wait)).then(() => {
    nextSend = null;
    return sendProgress();
  });
  return nextSend;
}

async function send(): Promise<void> {
  const titles = listUnsent();
  if (titles.length === 0) return;
  const answer = await api(saveProgress, buildBody(titles));
  if (!answer.ok) return;
  setClock(answer.value.now);
  for (const { id, key, unsent } of titles) {
    const serverState = answer.value.data.find((saved) => saved.id === id);
    const local = readLocal(key, storedProgress);
    const newerUnsent = local?.unsent && JSON.stringify(local.unsent) !== JSON.stringify(unsent) ? local.unsent : null;
    if (serverState) write(key, { state: mergeProgress(serverState, newerUnsent ?? NO_PROGRESS), unsent: newerUnsent });
    else writeLocal(key, null);
  }
}

/** On leaving the page: nobody reads the answer, so all is sent again later; repeated saves change nothing. */
export function sendProgressLast(): void {
  const titles = listUnsent();
  if (titles.length === 0) return;
  const body = new Blob([JSON.stringify(buildBody(titles))], { type: 'application/json' });
  navigator.sendBeacon(API_BASE + SAVE_PROGRESS_PATH, body);
}
