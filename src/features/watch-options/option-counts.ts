/** Spec 4.21: `play` and `subscribe` count apart, buying and "free" together, a dial code once. */
export interface WatchOptionCounts {
  readonly play: number;
  readonly subscribe: number;
  readonly buy: boolean;
  readonly free: boolean;
  readonly ussd: string | null;
  readonly count: number;
}

export const NO_OPTIONS: WatchOptionCounts = {
  play: 0,
  subscribe: 0,
  buy: false,
  free: false,
  ussd: null,
  count: 0,
};

type Counted = 'play' | 'subscribe';

export function showOption(counts: WatchOptionCounts, option: Counted): WatchOptionCounts {
  return counts[option] > 0 ? counts : { ...counts, [option]: 1, count: counts.count + 1 };
}

export function hideOption(counts: WatchOptionCounts, option: Counted): WatchOptionCounts {
  return counts[option] === 0 ? counts : { ...counts, [option]: 0, count: counts.count - 1 };
}

export function loadOptions(
  counts: WatchOptionCounts,
  entitlement: { show_buy: boolean; show_free: boolean; ussd: string | null },
): WatchOptionCounts {
  const { show_buy: buy, show_free: free, ussd } = entitlement;
  const count = counts.play + counts.subscribe + Number(buy || free) + Number(ussd !== null);
  return { ...counts, buy, free, ussd, count };
}

/** Spec 4.22. */
export function resetOptions(): WatchOptionCounts {
  return NO_OPTIONS;
}
