import { isTrialGateway } from '../features/ledger/payment-kinds.ts';
import type { Env } from '../platform/config/env.ts';
import { isDemo, splitNames } from '../platform/http/origin/demo.ts';

/** Removes sandboxes, outbox and ClearKey from the settings outside the demo. `host` is null for the cron. */
export function closeDemoDoors(env: Env, host: string | null): Env {
  if (isDemo(env, host)) return env;
  return {
    ...env,
    PAYMENT_GATEWAYS: splitNames(env.PAYMENT_GATEWAYS)
      .filter((name) => !isTrialGateway(env, name))
      .join(),
    MANDATE_PROVIDER: env.MANDATE_PROVIDER === 'sandbox' ? '' : env.MANDATE_PROVIDER,
    SMS_PROVIDER: env.SMS_PROVIDER === 'outbox' ? '' : env.SMS_PROVIDER,
    LICENCE_CLEARKEY: '',
  };
}
