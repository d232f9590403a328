import * as calls from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { hasSandbox } from '../../payments/server/gateways/choose.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { handleBankReturn } from '../../checkout/server/callback.ts';
import { findBill, pressButton, type Bill } from './bill.ts';

/** Without the sandbox every method answers 404. */
export function mountSandbox(api: Api): void {
  api.use(calls.getSandboxBill.path, async (c, next) => {
    const { env } = c.get('request');
    const isConfigured = hasSandbox(env) || env.MANDATE_PROVIDER === 'sandbox';
    return isConfigured ? next() : respondFailure(fail('not_found'));
  });
  serve(api, calls.getSandboxBill, async ({ db }, { token }) => {
    const bill = await findBill(db, token);
    return bill ? ok({ data: bill.view }) : fail('payment_unknown');
  });
  serve(api, calls.answerSandboxBill, async (context, { token, action }) => {
    const { db } = context;
    const bill = await pressButton(db, token, action);
    if (!bill) return fail('payment_unknown');
    const back = buildReturnUrl(bill);
    if (action === 'twice') {
      await handleBankReturn(context, 'sandbox', bill.view.order, new URL(back).searchParams);
    }
    return ok({ data: { bill: bill.view, back: action === 'vanish' ? null : back } });
  });
}

function buildReturnUrl({ view, callbackUrl, reference, rial }: Bill): string {
  const url = new URL(callbackUrl);
  const paid = view.state === 'paid' || view.state === 'verified';
  url.searchParams.set('token', view.token);
  url.searchParams.set('status', paid ? 'paid' : 'cancelled');
  url.searchParams.set('rial', String(rial));
  if (reference !== null) url.searchParams.set('reference', reference);
  return url.href;
}
