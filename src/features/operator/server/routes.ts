import * as calls from '../contract.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { raiseAlarm } from '../../alarms/server/alarm.ts';
import type { Api } from '../../../platform/http/serve.ts';
import { resolveDebit } from '../../direct-debit/server/resolve-debit.ts';
import { correctLedger } from '../../payments/server/refunds/correction.ts';
import { refundPayment } from '../../payments/server/refunds/refund.ts';
import { listAlarms, seeAlarm } from './alarms.ts';
import { getQuality } from './quality.ts';
import { getQuality as qualityCall } from '../quality-contract.ts';
import { getOperatorPayment, listGatewayPayments } from './payments.ts';
import { serveOperator } from '../../../platform/http/serve-operator.ts';

export function mountOperator(api: Api): void {
  serveOperator(
    api,
    calls.refundPayment,
    ({ payment_id: id, key }) => `${id} ${key}`,
    async (context, input, operator) =>
      asData(await refundPayment(context, { ...input, lines: input.lines ?? null }, operator)),
  );
  serveOperator(
    api,
    calls.correctLedger,
    ({ key }) => key,
    async (context, input, operator) => asData(await correctLedger(context, input, operator)),
  );
  serveOperator(
    api,
    calls.resolveDebit,
    ({ payment_id: id }) => id,
    async (context, input, operator) => asData(await resolveDebit(context, input, operator)),
  );
  serveOperator(api, calls.listAlarms, () => '', listAlarms);
  serveOperator(api, calls.seeAlarm, ({ id }) => String(id), seeAlarm);
  serveOperator(
    api,
    calls.addAlarm,
    ({ key }) => key,
    async (context, { kind, key, text, payment_id: paymentId }) =>
      ok({ data: { is_new: await raiseAlarm(context, { kind, key, text, paymentId }) } }),
  );
  serveOperator(api, qualityCall, ({ days }) => String(days), getQuality);
  serveOperator(api, calls.listGatewayPayments, ({ gateway }) => gateway, listGatewayPayments);
  serveOperator(api, calls.getOperatorPayment, ({ id }) => id, getOperatorPayment);
}

function asData<T, E extends string>(outcome: Outcome<T, E>): Outcome<{ data: T }, E> {
  return outcome.ok ? ok({ data: outcome.value }) : outcome;
}
