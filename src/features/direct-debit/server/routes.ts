import * as calls from '../contract.ts';
import { serve, type Api, type Service } from '../../../platform/http/calls/serve.ts';
import { DEFAULT_BANK } from '../../payments/config.ts';
import type { getBanks as call } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { createMandateProvider } from './gateways/choose.ts';
import { buySubscription } from './buy-subscription.ts';
import { deleteSubscription } from './delete-subscription.ts';
import { mountMandateReturn } from './mandate-return.ts';
import { getSubscriptions } from './subscriptions.ts';

/** Spec 7.14, the default first (spec 9.14); empty where direct debit is off. */
const getBanks: Service<typeof call> = async (context) => {
  const provider = createMandateProvider(context);
  if (!provider) return ok({ data: { banks: [] } });
  const banks = await provider.banks();
  if (!banks.ok) return fail('gateway_failed');
  const all = banks.value.map((bank) => ({ ...bank, is_default: bank.code === DEFAULT_BANK }));
  return ok({ data: { banks: all.sort((a, b) => Number(b.is_default) - Number(a.is_default)) } });
};

export function mountDirectDebit(api: Api): void {
  mountMandateReturn(api);
  serve(api, calls.getBanks, getBanks);
  serve(api, calls.getSubscriptions, getSubscriptions);
  serve(api, calls.buySubscription, buySubscription);
  serve(api, calls.deleteSubscription, deleteSubscription);
}
