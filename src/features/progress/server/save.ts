import { sql } from 'drizzle-orm';
import type { hideProgress as hideCall, saveProgress as saveCall } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { mergeProgress, type Progress } from '../progress.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/serve.ts';
import { mergeAll } from './merge.ts';
import { getProfile } from './profile.ts';

/** Merges what a device saved. Its clock may be wrong, so its moments are moved by as much as its `now` is off. */
export const saveProgress: Service<typeof saveCall> = async (context, { now: theirs, titles }) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  const { db, now } = context;
  // Nothing can have happened later than now.
  const corrected = (when: number) => (when === 0 ? 0 : Math.min(now, Math.max(1, when + now - theirs)));
  const saves = new Map<number, Progress>();
  for (const { id, duration, since, seen, points } of titles) {
    const state = {
      duration,
      since: corrected(since),
      seen: corrected(seen),
      points: points.map(({ at, when }) => ({ at: duration > 0 ? Math.min(at, duration) : at, when: corrected(when) })),
    };
    const before = saves.get(id);
    saves.set(id, before ? mergeProgress(before, state) : state);
  }
  const merged = await mergeAll(db, profile, saves);
  return ok({
    now,
    data: [...merged].map(([id, state]) => ({ id, ...state, points: [...state.points] })),
  });
};

/** Hides a title from what to go on with, or shows it again; one that was never begun stays as it is. */
export const hideProgress: Service<typeof hideCall> = async (context, { id, undo }) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  await setHidden(context, profile, id, !undo);
  return ok({ data: { hidden: !undo } });
};

/** The place is kept: only the list of what is being watched leaves it out, until it is watched again. */
export async function setHidden(
  { db, now }: Pick<Parameters<typeof saveProgress>[0], 'db' | 'now'>,
  profile: string,
  id: number,
  hidden: boolean,
): Promise<void> {
  await batch(db, [
    sql`UPDATE progress SET hidden_at = ${hidden ? now : 0} WHERE profile = ${profile} AND title_id = ${id}`,
  ]);
}
