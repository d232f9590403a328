import { DEFAULT_BANK } from '../../payments/config.ts';
import type { getBanks as call } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { mandateProvider } from './gateways/choose.ts';
import type { Service } from '../../../platform/http/serve.ts';

/** The banks of the provider (spec 7.14), the default first (spec 9.14); none where direct debit is off. */
export const getBanks: Service<typeof call> = async (context) => {
  const provider = mandateProvider(context);
  if (!provider) return ok({ data: { banks: [] } });
  const banks = await provider.banks();
  if (!banks.ok) return fail('gateway_failed');
  const all = banks.value.map((bank) => ({ ...bank, is_default: bank.code === DEFAULT_BANK }));
  return ok({ data: { banks: all.sort((a, b) => Number(b.is_default) - Number(a.is_default)) } });
};
