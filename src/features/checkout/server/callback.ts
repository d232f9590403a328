import { BODY_MAX_BYTES } from '../../../platform/config/constants.ts';
import { paths } from '../../../platform/paths.ts';
import type { Api } from '../../../platform/http/serve.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { findGateway } from '../../payments/server/gateways/choose.ts';
import { readAtMost } from '../../../platform/http/parse.ts';
import { paymentById } from '../../payments/server/read.ts';
import { abandon } from '../../payments/server/transitions.ts';
import { bankPayment, report, verifyPayment } from '../../payments/server/verify.ts';

/** Where banks send visitors back to, below the API's base. Outside of the contract: banks call it, not clients. */
const RETURN_PATH = '/payments/return/:gateway/:id';

/** The address a bank is told. */
export function returnAddress(base: string, gateway: string, id: string): string {
  return `${base}/payments/return/${gateway}/${id}`;
}

/**
 * The bank's way back: GET or POST, from another site, so without cookies. The payment is found by our own id, what
 * the bank says is verified, and the browser goes on to the result page by 303, whatever happened: what went wrong
 * here the cron repairs.
 */
export function mountReturn(api: Api): void {
  api.on(['GET', 'POST'], RETURN_PATH, async (c) => {
    const { gateway = '', id = '' } = c.req.param() as Record<string, string>;
    const context = c.get('request');
    try {
      await takeReturn(context, gateway, id, await readParams(c.req.raw));
    } catch (error) {
      console.error(`return of payment ${id.slice(0, 40)} from ${gateway.slice(0, 40)}:`, error);
    }
    const headers = { location: context.origin + paths.callback(id), 'cache-control': 'no-store' };
    return new Response(null, { status: 303, headers });
  });
}

/** What a return does to a payment, if it is one's own bank's and fits. The rest changes nothing. */
export async function takeReturn(
  context: RequestContext,
  gatewayName: string,
  id: string,
  params: URLSearchParams,
): Promise<void> {
  const { db, now } = context;
  const payment = await paymentById(db, id);
  if (payment?.method !== gatewayName) return;
  const gateway = findGateway(context, payment.method);
  if (gateway?.id !== payment.method) return;
  const bankReturn = gateway.readReturn(params, bankPayment(payment));
  switch (bankReturn.kind) {
    case 'paid':
      await verifyPayment(db, gateway, payment, bankReturn.reference, now);
      break;
    case 'cancelled':
      await abandon(db, id, 'cancel');
      break;
    case 'failed':
      // Only a claim of the browser's; where money did move, a later return or the cron finds it.
      await abandon(db, id, 'refuse', bankReturn.problem);
      break;
    case 'mismatch':
      await report(context, payment, 'amount_mismatch', 'amount_mismatch, not verified, so the bank gives it back');
      await abandon(db, id, 'refuse', 'amount_mismatch');
      break;
    case 'foreign':
      console.error(`payment ${id} at ${payment.method}: a return that does not belong to it`);
  }
}

/** The query of a GET; of a POST the form, and the query where the form says nothing. */
async function readParams(request: Request): Promise<URLSearchParams> {
  const params = new URL(request.url).searchParams;
  if (request.method !== 'POST') return params;
  const text = await readAtMost(request, BODY_MAX_BYTES);
  for (const [name, value] of new URLSearchParams(text ?? '')) params.set(name, value);
  return params;
}
