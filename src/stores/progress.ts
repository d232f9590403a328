import * as v from 'valibot';
import type { TitleKind } from '../domain/kinds.ts';
import { readLocal, writeLocal } from './local.ts';

/** How often the player saves where it is, in milliseconds. */
export const SAVE_EVERY_MS = 5_000;
/** Less than this, in seconds, is a glance and not a start. */
const KEEP_FROM_SECONDS = 5;
/** Beyond this share of the duration only the credits are left: it counts as seen. */
const SEEN_SHARE = 0.95;

const progress = v.object({ at: v.number(), duration: v.number(), saved: v.number() });
const keyOf = (kind: TitleKind, id: number) => `progress:${kind}:${id}`;

/** Seconds to resume a title at; null where it starts from the beginning. */
export function readProgress(kind: TitleKind, id: number): number | null {
  const kept = readLocal(keyOf(kind, id), progress);
  return kept && worthKeeping(kept.at, kept.duration) ? kept.at : null;
}

/**
 * Keeps where a title stopped: `at` and `duration` in seconds. Forgets it where that is before the fifth second or
 * in the last twentieth; changes nothing while the duration is unknown.
 */
export function saveProgress(kind: TitleKind, id: number, at: number, duration: number): void {
  if (!Number.isFinite(at) || !Number.isFinite(duration) || duration <= 0) return;
  writeLocal(keyOf(kind, id), worthKeeping(at, duration) ? { at, duration, saved: Date.now() } : null);
}

/** How far a viewer has come with a title: begun it, or seen it to its credits; null for neither. Seconds. */
export function progressOf(at: number, duration: number): 'watching' | 'watched' | null {
  if (!(duration > 0) || at < KEEP_FROM_SECONDS) return null;
  return at < duration * SEEN_SHARE ? 'watching' : 'watched';
}

function worthKeeping(at: number, duration: number): boolean {
  return at >= KEEP_FROM_SECONDS && at < duration * SEEN_SHARE;
}
