import type { getGateways as call } from '../contract.ts';
import { ok } from '../../../platform/outcome.ts';
import { defaultGateway, paymentGateways } from '../../payments/server/gateways/choose.ts';
import type { Service } from '../../../platform/http/serve.ts';

/** The configured gateways to choose from (spec 7.24); saman is the default wherever it is one of them (9.13). */
export const getGateways: Service<typeof call> = async (context) => {
  const standard = defaultGateway(context.env);
  const data = paymentGateways(context).map(({ id, name_fa, name_en }) => ({
    id,
    name_fa,
    name_en,
    is_default: id === standard,
  }));
  return Promise.resolve(ok({ data: { data } }));
};
