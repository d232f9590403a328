import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Cron } from 'croner';
import { endLease, takeLease } from './lease.ts';

const MINUTE_MS = 60_000;

export function startSchedule(
  db: DatabaseSync,
  crons: readonly string[],
  run: (cron: string) => Promise<unknown>,
): { stop: () => Promise<void> } {
  const holder = randomUUID();
  const running = new Set<Promise<unknown>>();
  const perform = async (cron: string) => {
    const now = Date.now();
    try {
      if (!takeLease(db, `cron ${cron}`, holder, now - (now % MINUTE_MS), now)) return;
      await run(cron).finally(() => endLease(db, `cron ${cron}`, holder));
    } catch (error) {
      console.error(`cron ${cron}:`, error);
    }
  };
  const jobs = crons.map(
    (cron) =>
      new Cron(cron, { timezone: 'UTC', unref: true }, () => {
        const work = perform(cron).finally(() => running.delete(work));
        running.add(work);
      }),
  );
  return {
    stop: async () => {
      for (const job of jobs) job.stop();
      await Promise.all(running);
    },
  };
}
