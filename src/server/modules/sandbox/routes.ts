import * as calls from '../../../contract/sandbox.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import { hasSandbox } from '../../gateways/payment/choose.ts';
import { respondFailure } from '../../lib/respond.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { takeReturn } from '../payments/callback.ts';
import { returnOf } from './return-of.ts';
import { findBill, press } from './bill.ts';

/** The sandbox bank's page. Without the sandbox these paths are as unknown as any other, whatever the method. */
export function mountSandbox(api: Api): void {
  api.use(calls.getSandboxBill.path, async (c, next) => {
    const { env } = c;
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
    const back = returnOf(bill);
    // The bank's second answer, which comes without the browser.
    if (action === 'twice') {
      await takeReturn(context, 'sandbox', bill.view.order, new URL(back).searchParams);
    }
    return ok({ data: { bill: bill.view, back: action === 'vanish' ? null : back } });
  });
}
