import * as calls from '../../../contract/payments.ts';
import { ok } from '../../../domain/outcome.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { walletBalance } from '../wallet/balance.ts';
import { buyCart, buyPlan, buyTitle } from './buy.ts';
import { mountReturn } from './callback.ts';
import { chargeWallet } from './charge.ts';
import { checkPayment } from './check.ts';
import { getPayment, listPayments } from './list.ts';
import { getQuote } from './quote.ts';
import { signedIn } from './signed-in.ts';

/** Mounts every call of contract/payments.ts, and the banks' way back. */
export function mountPayments(api: Api): void {
  mountReturn(api);
  serve(api, calls.getWallet, async (context) =>
    ok({ data: { my_credit: await walletBalance(context.db, signedIn(context).id) } }),
  );
  serve(api, calls.chargeWallet, chargeWallet);
  serve(api, calls.getQuote, getQuote);
  serve(api, calls.buyPlan, buyPlan);
  serve(api, calls.buyTitle, buyTitle);
  serve(api, calls.buyCart, buyCart);
  serve(api, calls.listPayments, listPayments);
  serve(api, calls.getPayment, getPayment);
  serve(api, calls.checkPayment, checkPayment);
}
