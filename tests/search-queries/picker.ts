import { fraction } from '../../tools/seed/hash.ts';

/** Picks that follow from a seed. */
export function picker(seed: string) {
  let turn = 0;
  const next = () => fraction(`${seed}/${String(turn++)}`);
  const pick = <T>(from: readonly T[]): T => {
    const match = from[Math.floor(next() * from.length)];
    if (match === undefined) throw new Error('nothing to pick from');
    return match;
  };
  return Object.assign(pick, { next });
}
