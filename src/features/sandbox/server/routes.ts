import * as calls from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { hasSandbox } from '../../payments/server/gateways/choose.ts';
import { respondFailure } from '../../../platform/http/respond.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { takeReturn } from '../../checkout/server/callback.ts';
import { buildReturnUrl } from './return-url.ts';
import { findBill, press } from './bill.ts';

/** The sandbox bank's page. Without the sandbox these paths are as unknown as any other, whatever the method. */
export function mountSandbox(api: Api): void {
  api.use(calls.getSandboxBill.path, async (c, next) => {
    const { env } = c.get('request');
    const there = hasSandbox(env) || env.MANDATE_PROVIDER === 'sandbox';
    return there ? next() : respondFailure(fail('not_found'));
  });
  serve(api, calls.getSandboxBill, async ({ db }, { token }) => {
    const bill = await findBill(db, token);
    return bill ? ok({ data: bill.view }) : fail('payment_unknown');
  });
  serve(api, calls.answerSandboxBill, async (context, { token, action }) => {
    const { db } = context;
    const bill = await press(db, token, action);
    if (!bill) return fail('payment_unknown');
    const back = buildReturnUrl(bill);
    // The bank's second answer, which comes without the browser.
    if (action === 'twice') {
      await takeReturn(context, 'sandbox', bill.view.order, new URL(back).searchParams);
    }
    return ok({ data: { bill: bill.view, back: action === 'vanish' ? null : back } });
  });
}
