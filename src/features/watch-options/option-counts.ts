/**
 * The ways to a title that its content modal shows, counted as spec 4.21 counts them: `play` and `subscribe` are
 * counts of their own, buying and "free" are one way together, a code to dial is one.
 */
export interface WatchOptionCounts {
  readonly play: number;
  readonly subscribe: number;
  readonly buy: boolean;
  readonly free: boolean;
  readonly ussd: string | null;
  /** How many are shown. */
  readonly divcount: number;
}

export const NO_OPTIONS: WatchOptionCounts = {
  play: 0,
  subscribe: 0,
  buy: false,
  free: false,
  ussd: null,
  divcount: 0,
};

type Counted = 'play' | 'subscribe';

/** `divcount` rises by one when a way is first shown; what is shown already changes nothing. */
export function showOption(counts: WatchOptionCounts, option: Counted): WatchOptionCounts {
  return counts[option] > 0 ? counts : { ...counts, [option]: 1, divcount: counts.divcount + 1 };
}

/** It falls when a way that was shown is hidden. */
export function hideOption(counts: WatchOptionCounts, option: Counted): WatchOptionCounts {
  return counts[option] === 0 ? counts : { ...counts, [option]: 0, divcount: counts.divcount - 1 };
}

/** What a cart response says of the other ways; the count is then made anew. */
export function loadOptions(
  counts: WatchOptionCounts,
  cart: { show_buy: boolean; show_free: boolean; ussd: string | null },
): WatchOptionCounts {
  const { show_buy: buy, show_free: free, ussd } = cart;
  const divcount = counts.play + counts.subscribe + Number(buy || free) + Number(ussd !== null);
  return { ...counts, buy, free, ussd, divcount };
}

/** Spec 4.22: clears the counts, the flags of buying and "free", and the code to dial. */
export function resetOptions(): WatchOptionCounts {
  return NO_OPTIONS;
}
