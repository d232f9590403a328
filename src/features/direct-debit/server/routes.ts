import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { getBanks } from './banks.ts';
import { buySubscription } from './buy-subscription.ts';
import { deleteSubscription } from './delete-subscription.ts';
import { mountMandateReturn } from './mandate-return.ts';
import { getSubscriptions } from './subscriptions.ts';

export function mountDirectDebit(api: Api): void {
  mountMandateReturn(api);
  serve(api, calls.getBanks, getBanks);
  serve(api, calls.getSubscriptions, getSubscriptions);
  serve(api, calls.buySubscription, buySubscription);
  serve(api, calls.deleteSubscription, deleteSubscription);
}
