import { Random, deriveSeed } from '@pardeh/money-simulator/random';
import { query } from './query.ts';
import type { Part, ShopStep } from './steps.ts';
import type { World } from './world.ts';

/** The stream of chance of a step's part, plus its number. */
const PARTS = 910_000;
const SHARES = [1, 17, 333, 500, 999, 1000, 1000] as const;
const DAYS = [0, 0, 1, 7, 45] as const;

/** Until it is drawn. */
export const ANY_PART: Part = { line: 0, share: 1, days: 0 };

/** Draws the part of each refund in parts. Its chances are its own, so all else is as the seed has it. */
export function drawParts(seed: number, steps: readonly ShopStep[]): ShopStep[] {
  return steps.map((step) => {
    const { id, action } = step;
    if (action.do !== 'refund' || action.part === null) return step;
    const random = new Random(deriveSeed(seed, PARTS + id));
    const part = { line: random.below(3), share: random.pick(SHARES), days: random.pick(DAYS) };
    return { ...step, action: { ...action, part } };
  });
}

/** The part as the desk asks for it. */
export function buildPart({ sqlite }: World, payment: string, { line, share, days }: Part) {
  const sql = 'SELECT line, total FROM payment_lines WHERE payment_id = ? ORDER BY line';
  const lines = query<{ line: number; total: number }>(sqlite, sql, payment);
  const one = lines[line % Math.max(1, lines.length)] ?? { line: 0, total: 0 };
  return { line: one.line, toman: Math.max(1, Math.floor((one.total * share) / 1000)), days };
}
