const TICK_MS = 2 * 60 * 1000;
const TWO_MINUTES = '*/2+*+*+*+*';

/** Runs the two-minute jobs now and every two minutes: `wrangler dev` runs no schedule by itself. */
export function tickSchedule(url: string): void {
  const tick = async () => {
    try {
      await fetch(new URL(`/cdn-cgi/local/scheduled?cron=${TWO_MINUTES}`, url));
    } catch {
      // The server has ended, or it starts again.
    }
  };
  void tick();
  setInterval(() => void tick(), TICK_MS).unref();
}
