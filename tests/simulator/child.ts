import { ALIVE, simulate, type Wanted } from '@pardeh/money-simulator/simulate';
import { loadShop } from './load-shop.ts';

// A process that does nothing but simulate: what is wanted comes as its argument, the report goes to its parent.
const report = await simulate(loadShop, JSON.parse(process.argv[2] ?? '') as Wanted, () => process.send?.(ALIVE));
await new Promise<void>((done) => {
  process.send?.(report, undefined, {}, () => {
    done();
  });
});
process.exit();
