import type { getGateways as call } from '../../../contract/app.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ok, type Outcome } from '../../../domain/outcome.ts';

/** Spec 9.13: `saman` is the default method. */
const GATEWAYS = [{ id: 'saman', name_fa: 'بانک سامان', name_en: 'Saman Bank', is_default: true }];

/** The payment gateways to choose from (spec 7.24). */
export async function getGateways(): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  return Promise.resolve(ok({ data: { data: GATEWAYS } }));
}
