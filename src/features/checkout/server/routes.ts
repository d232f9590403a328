import { getGateways as gatewaysCall, getPlans as plansCall } from '../contract.ts';
import * as calls from '../../payments/contract.ts';
import { ok } from '../../../platform/outcome.ts';
import { getDefaultGateway } from '../../payments/server/gateways/choose.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { getWalletBalance } from '../../ledger/server/balance.ts';
import { buyCart, buyPlan, buyTitle } from './buy.ts';
import { mountBankReturn } from './callback.ts';
import { chargeWallet } from './charge.ts';
import { checkPayment } from './check.ts';
import { getPayment, listPayments } from '../../payments/server/list.ts';
import { getGateways } from './gateways.ts';
import { getPlans } from './plans.ts';
import { getQuote } from './quote.ts';
import { requireUser } from '../../accounts/server/require-user.ts';

export function mountPayments(api: Api): void {
  mountBankReturn(api);
  serve(api, plansCall, getPlans);
  serve(api, gatewaysCall, getGateways);
  serve(api, calls.getWallet, async (context) => {
    const { id: buyer } = requireUser(context);
    const my_credit = await getWalletBalance(context.db, buyer);
    return ok({ data: { my_credit, can_charge: getDefaultGateway(context.env) !== null, buyer } });
  });
  serve(api, calls.chargeWallet, chargeWallet);
  serve(api, calls.getQuote, getQuote);
  serve(api, calls.buyPlan, buyPlan);
  serve(api, calls.buyTitle, buyTitle);
  serve(api, calls.buyCart, buyCart);
  serve(api, calls.listPayments, listPayments);
  serve(api, calls.getPayment, getPayment);
  serve(api, calls.checkPayment, checkPayment);
}
