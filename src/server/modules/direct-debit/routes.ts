import * as calls from '../../../contract/direct-debit.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { getBanks } from './banks.ts';
import { buySubscription } from './buy-subscription.ts';
import { deleteSubscription } from './delete-subscription.ts';
import { mountMandateReturn } from './mandate-return.ts';
import { getSubscriptions } from './subscriptions.ts';

/** Mounts every call of contract/direct-debit.ts, and the provider's way back. */
export function mountDirectDebit(api: Api): void {
  mountMandateReturn(api);
  serve(api, calls.getBanks, getBanks);
  serve(api, calls.getSubscriptions, getSubscriptions);
  serve(api, calls.buySubscription, buySubscription);
  serve(api, calls.deleteSubscription, deleteSubscription);
}
