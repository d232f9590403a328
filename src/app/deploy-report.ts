import { findGatewayDefinition, GATEWAY_IDS } from '../features/ledger/payment-kinds.ts';
import type { Env } from '../platform/config/env.ts';
import { isDemo, splitNames } from '../platform/http/origin/demo.ts';
import { listUnsafeSettings, type UnsafeSetting } from './unsafe-settings.ts';

/** `env` holds variables only: a secret that is not among them counts as not set. */
export function reportDeployment(env: Env): UnsafeSetting[] {
  return [...listUnsafeSettings(env, null), ...checkClosedDoors(env), ...checkSecrets(env)];
}

function checkClosedDoors(env: Env): UnsafeSetting[] {
  if (env.SITE_URL !== '' && isDemo(env, null)) return [];
  const unsafe = (isUnsafe: boolean, setting: keyof Env, problem: string): UnsafeSetting[] =>
    isUnsafe ? [{ setting, problem }] : [];
  const demo = 'is for the demo, and this site is public: empty it, or list the host of SITE_URL in DEMO_HOSTS';
  return [
    ...unsafe((env.DEMO ?? '') !== '', 'DEMO', demo),
    ...unsafe(splitNames(env.PAYMENT_GATEWAYS).includes('sandbox'), 'PAYMENT_GATEWAYS', `sandbox ${demo}`),
    ...unsafe(env.MANDATE_PROVIDER === 'sandbox', 'MANDATE_PROVIDER', `sandbox ${demo}`),
    ...GATEWAY_IDS.flatMap((id) => {
      const setting = findGatewayDefinition(id)?.trial;
      return setting === undefined ? [] : unsafe(env[setting] === '1', setting, demo);
    }),
    ...unsafe(env.SMS_PROVIDER === 'outbox', 'SMS_PROVIDER', `outbox ${demo}`),
    ...unsafe(
      env.SMS_PROVIDER === '' && env.API_BASE_URL === '',
      'SMS_PROVIDER',
      'is empty: no code is sent, so nobody can sign in: kavenegar or smsir',
    ),
    ...unsafe(
      (env.CLIENT_ADDRESS_HEADER ?? '') === '',
      'CLIENT_ADDRESS_HEADER',
      'is empty: behind a proxy nobody can sign in; on Cloudflare it is cf-connecting-ip',
    ),
  ];
}

function checkSecrets(env: Env): UnsafeSetting[] {
  const key = env.MEDIA_SIGNING_KEY ?? '';
  if (key.length >= MIN_KEY) return [];
  const problem = key === '' ? 'is not set: nothing plays' : `has fewer than ${String(MIN_KEY)} characters`;
  return [{ setting: 'MEDIA_SIGNING_KEY', problem: `${problem}: openssl rand -hex 32` }];
}

const MIN_KEY = 32; // Half the length that `openssl rand -hex 32` prints
