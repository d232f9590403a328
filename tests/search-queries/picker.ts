import { fraction } from '../../scripts/seed/hash.ts';

/** Picks that follow from a seed. */
export function picker(seed: string) {
  let turn = 0;
  const next = () => fraction(`${seed}/${String(turn++)}`);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(next() * from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  return Object.assign(pick, { next });
}
