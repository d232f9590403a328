import type { getGateways as call } from '../../../contract/app.ts';
import { ok } from '../../../domain/outcome.ts';
import { defaultGateway, paymentGateways } from '../../gateways/payment/choose.ts';
import type { Service } from '../../lib/serve.ts';

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
