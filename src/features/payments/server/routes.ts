import * as calls from '../contract.ts';
import { ok } from '../../../platform/outcome.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { getWalletBalance } from '../../ledger/server/balance.ts';
import { getDefaultGateway } from './gateways/choose.ts';
import { getPayment, listPayments } from './list.ts';

export function mountPayments(api: Api): void {
  serve(api, calls.getWallet, async (context) => {
    const { id: buyer } = requireUser(context);
    const my_credit = await getWalletBalance(context.db, buyer);
    return ok({ data: { my_credit, can_charge: getDefaultGateway(context.env) !== null, buyer } });
  });
  serve(api, calls.listPayments, listPayments);
  serve(api, calls.getPayment, getPayment);
}
