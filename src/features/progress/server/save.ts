import { sql } from 'drizzle-orm';
import type { hideProgress as hideCall, saveProgress as saveCall } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { mergeProgress, type Progress } from '../progress.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/serve.ts';
import { mergeAll } from './merge.ts';
import { getProfile } from './profile.ts';

/** A device's clock may be wrong: its times are shifted by the offset of its `now`. */
export const saveProgress: Service<typeof saveCall> = async (context, { now: deviceNow, titles }) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  const { db, now } = context;
  // Never later than now.
  const toServerTime = (when: number) => (when === 0 ? 0 : Math.min(now, Math.max(1, when + now - deviceNow)));
  const saves = new Map<number, Progress>();
  for (const { id, duration, since, seen, points } of titles) {
    const state = {
      duration,
      since: toServerTime(since),
      seen: toServerTime(seen),
      points: points.map(({ at, when }) => ({
        at: duration > 0 ? Math.min(at, duration) : at,
        when: toServerTime(when),
      })),
    };
    const earlier = saves.get(id);
    saves.set(id, earlier ? mergeProgress(earlier, state) : state);
  }
  const merged = await mergeAll(db, profile, saves);
  return ok({
    now,
    data: [...merged].map(([id, state]) => ({ id, ...state, points: [...state.points] })),
  });
};

export const hideProgress: Service<typeof hideCall> = async (context, { id, undo }) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  await setHidden(context, profile, id, !undo);
  return ok({ data: { hidden: !undo } });
};

/** The position is kept; watching shows the title again. */
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
