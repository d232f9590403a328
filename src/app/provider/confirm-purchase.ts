import type { EntitlementAnswer } from '../../features/paywall/contract.ts';
import { getUser } from './account.ts';
import type { ProviderContext } from './context.ts';
import { getWallet } from './money.ts';

/** A download by its id; null: the title. A cart that sells on, or says nothing, confirms nothing. */
export function isBought({ show_buy, state, downloads }: EntitlementAnswer, download: number | null): boolean {
  if (download !== null) return downloads.find(({ id }) => id === download)?.owned === true;
  return !show_buy && (!state.startsWith('needs_') || downloads.some(({ owned }) => owned));
}

export async function measureCredit(context: ProviderContext): Promise<number> {
  return (await getWallet(context)).data.my_credit;
}

export async function measureDays(context: ProviderContext): Promise<number> {
  return (await getUser(context)).user.days_period_to_end ?? 0;
}

export async function isPlanAdded(context: ProviderContext, daysBefore: number): Promise<boolean> {
  return (await measureDays(context)) > daysBefore;
}
