export type HasTime = () => boolean;

export function startBudget(milliseconds: number, clock: () => number = Date.now): HasTime {
  const end = clock() + milliseconds;
  return () => clock() < end;
}

/** Works on items in `lanes` concurrent loops until items or time run out. `work` must not throw. */
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
