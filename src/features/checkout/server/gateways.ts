import type { getGateways as call } from '../contract.ts';
import { GATEWAYS } from '../../ledger/payment-kinds.ts';
import { ok } from '../../../platform/outcome.ts';
import { getDefaultGateway, createGateways } from '../../payments/server/gateways/choose.ts';
import type { Service } from '../../../platform/http/serve.ts';

/** Spec 7.24; saman is the default where configured (9.13). */
export const getGateways: Service<typeof call> = async (context) => {
  const defaultId = getDefaultGateway(context.env);
  const data = createGateways(context).map(({ id }) => ({
    id,
    name_fa: GATEWAYS[id].name_fa,
    name_en: GATEWAYS[id].name_en,
    is_default: id === defaultId,
  }));
  return Promise.resolve(ok({ data: { data } }));
};
