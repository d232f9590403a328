import fc from 'fast-check';
import type { Env } from '../../src/config/env.ts';
import { failing } from './failing-d1.ts';
import { interleaving, live } from './interleavings.ts';
import { openMoney, sell } from './money.ts';

/** What the test asks of this worker: so many interleavings of a seed, on a database made by these statements. */
export interface Task {
  create: string[];
  runs: number;
  seed: number;
}

// Dying workers and forged returns are what is tested, and each of them says so.
console.error = () => undefined;

/**
 * Runs interleavings inside workerd, beside its D1: from outside every statement would cost a round trip, and two
 * thousand interleavings an hour. Answers a dot for each that held, as they do, and in the end what failed, in
 * fast-check's words.
 */
export default {
  fetch: async (request, env, ctx) => {
    const task: Task = await request.json();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = (text: string) => writer.write(new TextEncoder().encode(text));
    ctx.waitUntil(
      run(task, env, ctx, write)
        .catch((error: unknown) => write(String(error)))
        .finally(() => writer.close()),
    );
    return new Response(readable);
  },
} satisfies ExportedHandler<Env>;

async function run(task: Task, env: Env, ctx: ExecutionContext, write: (text: string) => Promise<void>): Promise<void> {
  await env.DB.batch(task.create.map((statement) => env.DB.prepare(statement)));
  const platform = { env, ctx, dispose: () => Promise.resolve() };
  const site = openMoney(platform);
  const dead = openMoney(platform, { DB: failing(env.DB, { batch: 'always' }) });
  await sell(env.DB, site.clock.now);
  const held = fc.asyncProperty(interleaving, async (steps) => {
    await live(site, dead, steps);
    await write('.');
  });
  const result = await fc.check(held, { numRuns: task.runs, seed: task.seed, endOnFailure: true });
  if (result.failed)
    await write(`\n${String(result.errorInstance)}\n${String(await fc.asyncDefaultReportMessage(result))}`);
}
