import type { Subject } from '@pardeh/money-simulator/simulate';
import type { ShopHistory } from './steps.ts';

/** Our shop as the simulator's subject. Call it once the globals are replaced: it imports the product. */
export async function loadShop(): Promise<Subject<ShopHistory>> {
  const { prepareStarts } = await import('./beginnings.ts');
  const { runHistory } = await import('./run.ts');
  const { makeHistory } = await import('./history.ts');
  const starts = await prepareStarts();
  return {
    makeHistory,
    runHistory: (history, withTrace) => runHistory(starts(history.world, history.beginning), history, withTrace),
    describe: ({ world, beginning }) => `${world}, begins with ${beginning}`,
    toCommand: (seed, steps) => `npm run simulate -- --seed ${String(seed)} --seeds 1 --steps ${String(steps)}`,
  };
}
