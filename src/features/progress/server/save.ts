import type { hideProgress as hideCall, saveProgress as saveCall } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { mergeProgress, type Progress } from '../progress.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { openProgress } from './open-progress.ts';
import { getProfile } from './profile.ts';

/** A device's clock may be wrong: its times are shifted by the offset of its `now`. */
export const saveProgress: Service<typeof saveCall> = async (context, { now: deviceNow, titles }) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  const { now } = context;
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
  const merged = await openProgress(context).merge(profile, saves, now);
  return ok({
    now,
    data: [...merged].map(([id, state]) => ({ id, ...state, points: [...state.points] })),
  });
};

export const hideProgress: Service<typeof hideCall> = async (context, { id, undo }) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  await openProgress(context).setHidden(profile, id, undo ? 0 : context.now);
  return ok({ data: { hidden: !undo } });
};
