import * as v from 'valibot';
import { progressState, saveProgress, SAVES_MAX } from '../contract/progress.ts';
import { mergeProgress, NO_PROGRESS, type Progress } from '../domain/progress.ts';
import { api } from './api.ts';
import { hasSession } from './auth.ts';
import { isKids } from './kids.ts';
import { readLocal, writeLocal } from './local.ts';

/** How often the player saves where it is, in milliseconds. */
export const SAVE_EVERY_MS = 10_000;

/** Whose progress this browser keeps: a guest's, the account's, a kids session's. Each is apart from the others. */
type Owner = 'guest' | 'own' | 'kids';

const kept = v.object({
  state: progressState,
  /** What the server has not yet answered for; null for nothing. */
  unsent: v.nullable(progressState),
});
type Kept = v.InferOutput<typeof kept>;

const PREFIX = 'progress:';
const CLOCK = 'clock';
const keyOf = (owner: Owner, id: number) => `${PREFIX}${owner}:${String(id)}`;

function owner(): Owner {
  if (isKids()) return 'kids';
  return hasSession() ? 'own' : 'guest';
}

/** Seconds that the server's clock is ahead of this one, as far as it ever said. */
let ahead = readLocal(CLOCK, v.number()) ?? 0;

/** Now by the server's clock, as well as it is known here: epoch seconds. */
export function serverNow(): number {
  return Math.floor(Date.now() / 1000) + ahead;
}

/** Takes over the server's clock from an answer that has just come. */
export function setClock(now: number): void {
  ahead = now - Math.floor(Date.now() / 1000);
  writeLocal(CLOCK, ahead);
}

/** How far the viewer has come with a title: what the server says, null for nothing, and what it does not know yet. */
export function knownProgress(id: number, told: Progress | null): Progress {
  const whose = owner();
  const local = readLocal(keyOf(whose, id), kept);
  if (whose === 'guest') return local?.state ?? NO_PROGRESS;
  const unsent = local?.unsent ?? null;
  const state = mergeProgress(told ?? NO_PROGRESS, unsent ?? NO_PROGRESS);
  write(keyOf(whose, id), { state, unsent });
  return state;
}

/** What this browser alone knows, for a title that plays without the server. */
export function localProgress(id: number): Progress {
  return readLocal(keyOf(owner(), id), kept)?.state ?? NO_PROGRESS;
}

/** Keeps a save here until the server has it. Returns what is known then. */
export function keepSave(id: number, save: Progress): Progress {
  const key = keyOf(owner(), id);
  const local = readLocal(key, kept);
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
  if (now === 'own') for (const [id, local] of keptOf('guest')) adopt(id, local);
  return keptOf(now)
    .flatMap(([id, { unsent }]) => (unsent ? [{ id, key: keyOf(now, id), unsent }] : []))
    .slice(0, SAVES_MAX);
}

function adopt(id: number, { state }: Kept): void {
  const key = keyOf('own', id);
  const mine = readLocal(key, kept);
  write(key, {
    state: mergeProgress(mine?.state ?? NO_PROGRESS, state),
    unsent: mergeProgress(mine?.unsent ?? NO_PROGRESS, state),
  });
  writeLocal(keyOf('guest', id), null);
}

function keptOf(whose: Owner): [number, Kept][] {
  const start = `${PREFIX}${whose}:`;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .flatMap((key) => {
        const local = readLocal(key, kept);
        return local ? [[Number(key.slice(start.length)), local] as [number, Kept]] : [];
      });
  } catch {
    return [];
  }
}

const bodyOf = (titles: { id: number; unsent: Progress }[]) => ({
  now: serverNow(),
  titles: titles.map(({ id, unsent }) => ({ id, ...unsent, points: [...unsent.points] })),
});

let sending = Promise.resolve();

/** Sends what waits, after what is being sent, and keeps what the server then knows. Without a network it goes on waiting. */
export function sendProgress(): Promise<void> {
  sending = sending.then(send);
  return sending;
}

async function send(): Promise<void> {
  const titles = waiting();
  if (titles.length === 0) return;
  const answer = await api(saveProgress, bodyOf(titles));
  if (!answer.ok) return;
  setClock(answer.value.now);
  for (const { id, key, unsent } of titles) {
    const told = answer.value.data.find((it) => it.id === id);
    const local = readLocal(key, kept);
    const more = local?.unsent && JSON.stringify(local.unsent) !== JSON.stringify(unsent) ? local.unsent : null;
    // A title that the catalogue does not have is not told of; there is nothing to wait for.
    if (told) write(key, { state: mergeProgress(told, more ?? NO_PROGRESS), unsent: more });
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
  const body = new Blob([JSON.stringify(bodyOf(titles))], { type: 'application/json' });
  navigator.sendBeacon(`/api/v1${saveProgress.path}`, body);
}
