import fc from 'fast-check';
import type { Env } from '../../../src/platform/config/env.ts';
import { failing } from '../faults/failing-d1.ts';
import { interleaving, live } from './interleavings.ts';
import { openMoney, sell } from '../money/money.ts';

/** The test's order to this worker: so many interleavings of a seed, on a database made by these statements. */
export interface Task {
  create: string[];
  runs: number;
  seed: number;
}

// Dying workers and forged returns are what is tested, and each of them says so.
console.error = () => undefined;

/**
 * Runs interleavings inside workerd, beside its D1: from outside every statement would cost a round trip, and two
 * thousand interleavings an hour. Answers what failed, in fast-check's words; an empty text is what is wanted.
 */
export default {
  fetch: async (request, env, ctx) => {
    const task: Task = await request.json();
    await env.DB.batch(task.create.map((statement) => env.DB.prepare(statement)));
    const platform = { env, ctx, dispose: () => Promise.resolve() };
    const site = openMoney(platform);
    const dead = openMoney(platform, { DB: failing(env.DB, { batch: 'always' }) });
    await sell(env.DB, site.clock.now);
    const property = fc.asyncProperty(interleaving, (steps) => live(site, dead, steps));
    const result = await fc.check(property, { numRuns: task.runs, seed: task.seed, endOnFailure: true });
    if (!result.failed) return new Response('');
    return new Response(`${String(result.errorInstance)}\n${String(await fc.asyncDefaultReportMessage(result))}`);
  },
} satisfies ExportedHandler<Env>;
