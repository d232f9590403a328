// Writers on the Node host's database in a process of its own: node writing-child.ts FILE NAME LANES. Each lane writes
// batches of two halves, one after another, and prints "+ lane number" for an answer, "- lane number" for an error. After
// each of them comes a batch whose second half breaks a rule.
import { createD1 } from '@pardeh/workers-on-node/database/d1';
import { openPool } from '@pardeh/workers-on-node/database/pool';

const [, , file = '', name = '', lanes = '8'] = process.argv;
const db = createD1(
  openPool(file, 1, (cause) => {
    throw cause;
  }),
);
const insert = (lane: string, at: number, half: number) =>
  db.prepare('INSERT INTO halves (lane, at, half) VALUES (?, ?, ?)').bind(lane, at, half);

async function write(lane: string): Promise<void> {
  for (let at = 1; ; at += 1) {
    const [pair, broken] = await Promise.allSettled([
      db.batch([insert(lane, at, 1), insert(lane, at, 2)]),
      db.batch([insert(`${lane} broken`, at, 1), insert(`${lane} broken`, at, 3)]),
    ]);
    console.log(`${pair.status === 'fulfilled' ? '+' : '-'} ${lane} ${String(at)}`);
    if (broken.status === 'fulfilled') console.log(`! ${lane} ${String(at)}`);
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, (_, lane) => write(`${name}${String(lane)}`)));
