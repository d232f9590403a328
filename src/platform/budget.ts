/** Whether there is time left. */
export type HasTime = () => boolean;

/** A budget of `milliseconds` from now on, by a clock in milliseconds. */
export function startBudget(milliseconds: number, clock: () => number = Date.now): HasTime {
  const end = clock() + milliseconds;
  return () => clock() < end;
}

/**
 * Takes one item after the other and works on them in `lanes` side by side, until there are no more or no more time.
 * `work` must not throw. Returns how many were worked on.
 */
export async function workInLanes<T>(
  lanes: number,
  hasTime: HasTime,
  take: () => Promise<T | null>,
  work: (item: T) => Promise<void>,
): Promise<number> {
  let count = 0;
  const lane = async (): Promise<void> => {
    while (hasTime()) {
      const item = await take();
      if (item === null) return;
      count += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return count;
}
