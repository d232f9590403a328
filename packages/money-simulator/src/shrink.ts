import type { History, Step } from './history.ts';

/** Runs of histories that shrinking one may cost. */
const TRIES = 400;

/**
 * The shortest history that still fails: steps, accidents, storms, waiting and second clicks go, as long as `fails`
 * holds for what remains.
 */
export async function shrink<H extends History>(history: H, fails: (history: H) => Promise<boolean>): Promise<H> {
  let best = history;
  let tries = 0;
  const attempt = async (steps: Step[]): Promise<boolean> => {
    if (tries >= TRIES) return false;
    tries += 1;
    const candidate = { ...best, steps };
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  const drop = async (size: number) => {
    for (let at = best.steps.length - size; at >= 0; at -= size) await attempt(best.steps.toSpliced(at, size));
  };
  for (let size = Math.ceil(best.steps.length / 2); size > 1; size = Math.ceil(size / 2)) await drop(size);
  // A simpler history can be shorter, and the other way round.
  for (let before = ''; before !== JSON.stringify(best.steps);) {
    before = JSON.stringify(best.steps);
    await drop(1);
    for (const simplify of SIMPLER) {
      for (let at = best.steps.length - 1; at >= 0; at -= 1) {
        const step = best.steps[at];
        const simpler = step && simplify(step);
        if (simpler) await attempt(best.steps.with(at, simpler));
      }
    }
  }
  return best;
}

/** Each gives a simpler step, or null where there is nothing to simplify. */
const SIMPLER: readonly ((step: Step) => Step | null)[] = [
  (step) => (step.accident ? { ...step, accident: null } : null),
  (step) => (step.storm > 0 ? { ...step, storm: 0 } : null),
  (step) => (step.turns === null ? null : { ...step, turns: null }),
  (step) => (step.seconds > 0 ? { ...step, seconds: 0 } : null),
  (step) => {
    const { action } = step;
    if (typeof action !== 'object' || action === null || !('times' in action)) return null;
    const { times } = action;
    return typeof times === 'number' && times > 1 ? { ...step, action: { ...action, times: times - 1 } } : null;
  },
];
