import { BODY_MAX_BYTES } from '../../../platform/config/constants.ts';
import { paths } from '../../../platform/paths.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { findGateway, type BankContext } from '../../payments/server/gateways/choose.ts';
import { readAtMost } from '../../../platform/http/calls/parse.ts';
import { addCheck, describeReturn } from '../../payments/server/payment-checks.ts';
import { findPayment } from '../../payments/server/read.ts';
import { abandon } from '../../payments/server/transitions.ts';
import { toBankPayment, raisePaymentAlarm, verifyPayment } from '../../payments/server/verify.ts';

/** Outside of the contract: banks call it, not clients. */
const RETURN_PATH = '/payments/return/:gateway/:id';

export function buildCallbackUrl(base: string, gateway: string, id: string): string {
  return base + RETURN_PATH.replace(':gateway', gateway).replace(':id', id);
}

/** From another site, so without cookies. Answers 303; the cron repairs a callback that fails. */
export function mountBankReturn(api: Api): void {
  api.on(['GET', 'POST'], RETURN_PATH, async (c) => {
    const { gateway = '', id = '' } = c.req.param() as Record<string, string>;
    const context = c.get('request');
    try {
      await handleBankReturn(context, gateway, id, await readParams(c.req.raw));
    } catch (error) {
      console.error(`return of payment ${id.slice(0, 40)} from ${gateway.slice(0, 40)}:`, error);
    }
    const headers = { location: context.origin + paths.callback(id), 'cache-control': 'no-store' };
    return new Response(null, { status: 303, headers });
  });
}

export async function handleBankReturn(
  context: BankContext,
  gatewayName: string,
  id: string,
  params: URLSearchParams,
): Promise<void> {
  const { db, now } = context;
  const payment = await findPayment(db, id);
  if (payment?.method !== gatewayName) return;
  const gateway = findGateway(context, payment.method);
  if (gateway?.id !== payment.method) return;
  const bankReturn = gateway.readReturn(params, toBankPayment(payment));
  await addCheck(context, id, describeReturn(bankReturn));
  switch (bankReturn.kind) {
    case 'paid':
      await verifyPayment(db, gateway, payment, bankReturn.reference, now);
      break;
    case 'cancelled':
      await abandon(db, id, 'cancel');
      break;
    case 'failed':
      // Only the browser's claim: where money moved, a later callback or the cron finds it.
      await abandon(db, id, 'refuse', bankReturn.problem);
      break;
    case 'mismatch':
      await raisePaymentAlarm(
        context,
        payment,
        'amount_mismatch',
        'amount_mismatch, not verified, so the bank gives it back',
      );
      await abandon(db, id, 'refuse', 'amount_mismatch');
      break;
    case 'foreign':
      console.error(`payment ${id} at ${payment.method}: a return that does not belong to it`);
  }
}

async function readParams(request: Request): Promise<URLSearchParams> {
  const params = new URL(request.url).searchParams;
  if (request.method !== 'POST') return params;
  const text = await readAtMost(request, BODY_MAX_BYTES);
  for (const [name, value] of new URLSearchParams(text ?? '')) params.set(name, value);
  return params;
}
