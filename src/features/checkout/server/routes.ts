import * as codes from '../codes-contract.ts';
import * as calls from '../contract.ts';
import * as sales from '../plan-sales-contract.ts';
import * as prices from '../prices-contract.ts';
import * as trials from '../trial-contract.ts';
import { GATEWAYS } from '../../ledger/payment-kinds.ts';
import { serve, type Api, type Service } from '../../../platform/http/calls/serve.ts';
import { buyCart, buyGift, buyPlan, buyTitle } from './buy.ts';
import { mountBankReturn } from './callback.ts';
import { chargeWallet } from './charge.ts';
import { checkPayment } from './check.ts';
import { changeDiscountCode } from './change-code.ts';
import { addDiscountCode, endDiscountCode, listDiscountCodes } from './codes.ts';
import { ok } from '../../../platform/outcome.ts';
import { getDefaultGateway, createGateways } from '../../payments/server/gateways/choose.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import { addPlan } from './add-plan.ts';
import { listPlanPrices } from './plan-list.ts';
import { addPlanPrice, withdrawPlanPrice } from './plan-prices.ts';
import { changePlanSale, withdrawPlanSale } from './plan-sales.ts';
import { changePlanTexts, withdrawPlanTexts } from './plan-texts.ts';
import { getPlans } from './plans.ts';
import { getQuote } from './quote.ts';
import { addTrialRule, listTrialRules, withdrawTrialRule } from './trial-rules.ts';

/** Spec 7.24; saman is the default where configured (9.13). */
const getGateways: Service<typeof calls.getGateways> = async (context) => {
  const defaultId = getDefaultGateway(context.env);
  const data = createGateways(context).map(({ id }) => ({
    id,
    name_fa: GATEWAYS[id].name_fa,
    name_en: GATEWAYS[id].name_en,
    is_default: id === defaultId,
  }));
  return Promise.resolve(ok({ data: { data } }));
};

export function mountCheckout(api: Api): void {
  mountBankReturn(api);
  serve(api, calls.getPlans, getPlans);
  serve(api, calls.getGateways, getGateways);
  serve(api, calls.chargeWallet, chargeWallet);
  serve(api, calls.getQuote, getQuote);
  serve(api, calls.buyPlan, buyPlan);
  serve(api, calls.buyGift, buyGift);
  serve(api, calls.buyTitle, buyTitle);
  serve(api, calls.buyCart, buyCart);
  serve(api, calls.checkPayment, checkPayment);
  serveOperator(api, codes.listDiscountCodes, () => '', listDiscountCodes);
  serveOperator(api, codes.addDiscountCode, nameCode, addDiscountCode);
  serveOperator(api, codes.endDiscountCode, nameCode, endDiscountCode);
  serveOperator(api, codes.changeDiscountCode, nameCode, changeDiscountCode);
  serveOperator(api, prices.listPlanPrices, () => '', listPlanPrices);
  serveOperator(api, prices.addPlanPrice, namePlan, addPlanPrice);
  serveOperator(api, prices.withdrawPlanPrice, namePlan, withdrawPlanPrice);
  serveOperator(api, sales.addPlan, () => 'plan:new', addPlan);
  serveOperator(api, sales.changePlanSale, namePlan, changePlanSale);
  serveOperator(api, sales.withdrawPlanSale, namePlan, withdrawPlanSale);
  serveOperator(api, sales.changePlanTexts, namePlan, changePlanTexts);
  serveOperator(api, sales.withdrawPlanTexts, namePlan, withdrawPlanTexts);
  serveOperator(api, trials.listTrialRules, () => '', listTrialRules);
  serveOperator(api, trials.addTrialRule, () => 'trial', addTrialRule);
  serveOperator(api, trials.withdrawTrialRule, () => 'trial', withdrawTrialRule);
}

const nameCode = ({ code }: { code: string }) => `code:${code}`;
const namePlan = ({ id }: { id: number }) => `plan:${String(id)}`;
