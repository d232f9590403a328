import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { buyCart, buyPlan, buyTitle } from './buy.ts';
import { mountBankReturn } from './callback.ts';
import { chargeWallet } from './charge.ts';
import { checkPayment } from './check.ts';
import { getGateways } from './gateways.ts';
import { getPlans } from './plans.ts';
import { getQuote } from './quote.ts';

export function mountCheckout(api: Api): void {
  mountBankReturn(api);
  serve(api, calls.getPlans, getPlans);
  serve(api, calls.getGateways, getGateways);
  serve(api, calls.chargeWallet, chargeWallet);
  serve(api, calls.getQuote, getQuote);
  serve(api, calls.buyPlan, buyPlan);
  serve(api, calls.buyTitle, buyTitle);
  serve(api, calls.buyCart, buyCart);
  serve(api, calls.checkPayment, checkPayment);
}
