import { isoDay } from '../../../../platform/text/iso-day.ts';
import { required } from '../../../../platform/http/required.ts';
import { getBankLink, type BankContext } from '../../../payments/server/gateways/choose.ts';
import type { MandateProvider } from './port.ts';
import { createSandboxMandates } from './sandbox.ts';
import { createVandarMandates } from './vandar.ts';

/** Null where direct debit is off. Throws on a wrong configuration. */
export function createMandateProvider({ env, db, origin, now }: BankContext): MandateProvider | null {
  switch (env.MANDATE_PROVIDER) {
    case '':
      return null;
    case 'sandbox':
      return createSandboxMandates({ db, origin, now });
    case 'vandar':
      return createVandarMandates({
        link: getBankLink({ env, db, now }),
        business: required('VANDAR_BUSINESS', env.VANDAR_BUSINESS),
        token: required('VANDAR_TOKEN', env.VANDAR_TOKEN),
        today: isoDay(now),
      });
    default:
      throw new Error(`MANDATE_PROVIDER "${env.MANDATE_PROVIDER}" is none of sandbox, vandar`);
  }
}
