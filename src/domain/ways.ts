/**
 * The ways to a title that its content modal shows, counted as spec 4.21 counts them: `play` and `subscribe` are
 * counts of their own, buying and "free" are one way together, a code to dial is one.
 */
export interface Ways {
  readonly play: number;
  readonly subscribe: number;
  readonly buy: boolean;
  readonly free: boolean;
  readonly ussd: string | null;
  /** How many are shown. */
  readonly divcount: number;
}

export const NO_WAYS: Ways = { play: 0, subscribe: 0, buy: false, free: false, ussd: null, divcount: 0 };

type Counted = 'play' | 'subscribe';

/** `divcount` rises by one when a way is first shown; what is shown already changes nothing. */
export function showWay(ways: Ways, way: Counted): Ways {
  return ways[way] > 0 ? ways : { ...ways, [way]: 1, divcount: ways.divcount + 1 };
}

/** It falls when a way that was shown is hidden. */
export function hideWay(ways: Ways, way: Counted): Ways {
  return ways[way] === 0 ? ways : { ...ways, [way]: 0, divcount: ways.divcount - 1 };
}

/** What a cart response says of the other ways; the count is then made anew. */
export function loadWays(ways: Ways, cart: { show_buy: boolean; show_free: boolean; ussd: string | null }): Ways {
  const { show_buy: buy, show_free: free, ussd } = cart;
  const divcount = ways.play + ways.subscribe + Number(buy || free) + Number(ussd !== null);
  return { ...ways, buy, free, ussd, divcount };
}

/** Spec 4.22: clears the counts, the flags of buying and "free", and the code to dial. */
export function resetWays(): Ways {
  return NO_WAYS;
}
