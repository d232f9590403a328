import { DEFAULT_GATEWAY } from '../../config.ts';
import type { Env } from '../../../../platform/config/env.ts';
import { GATEWAY_IDS, type GatewayId } from '../../../ledger/payment-kinds.ts';
import { raiseAlarm } from '../../../alarms/server/alarm.ts';
import { isoDay } from '../../../../platform/text/iso-day.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { splitNames } from '../../../../platform/http/origin/demo.ts';
import { required } from '../../../../platform/http/required.ts';
import type { BankLink } from './bank-http.ts';
import type { PaymentGateway } from './port.ts';
import { createSamanGateway } from './saman.ts';
import { createSandboxGateway } from './sandbox.ts';
import { createZarinpalGateway } from './zarinpal.ts';
import { createZibalGateway } from './zibal.ts';

export interface BankContext {
  env: Env;
  db: Database;
  now: number;
  origin: string;
}

/** Throws where `PAYMENT_GATEWAYS` names an unknown or unconfigured gateway. */
export function createGateways(context: BankContext): PaymentGateway[] {
  return readGatewayIds(context.env).map((id) => createGateway(context, id));
}

/** `env` of a request's context is closed outside the demo. */
export function hasSandbox(env: Env): boolean {
  return readGatewayIds(env).includes('sandbox');
}

/** saman where configured (spec 9.13), else the first, else null. */
export function getDefaultGateway(env: Env): GatewayId | null {
  const ids = readGatewayIds(env);
  return ids.find((id) => id === DEFAULT_GATEWAY) ?? ids[0] ?? null;
}

/** Null for an unknown name. 'saman' means the default gateway: clients of the spec always send it (spec 7.13). */
export function findGateway(context: BankContext, name: string | undefined): PaymentGateway | null {
  const ids = readGatewayIds(context.env);
  const configuredId = ids.find((id) => id === name);
  if (configuredId !== undefined) return createGateway(context, configuredId);
  const defaultId = name === undefined || name === DEFAULT_GATEWAY ? getDefaultGateway(context.env) : null;
  return defaultId === null ? null : createGateway(context, defaultId);
}

function readGatewayIds(env: Env): GatewayId[] {
  return splitNames(env.PAYMENT_GATEWAYS).map((name) => {
    const id = GATEWAY_IDS.find((candidate) => candidate === name);
    if (id === undefined) throw new Error(`PAYMENT_GATEWAYS: "${name}" is none of ${GATEWAY_IDS.join(', ')}`);
    return id;
  });
}

function createGateway({ env, db, origin, now }: BankContext, id: GatewayId): PaymentGateway {
  // A bank's callback URL must not come from the Host header.
  if (id !== 'sandbox') required('SITE_URL', env.SITE_URL);
  const link = getBankLink({ env, db, now });
  switch (id) {
    case 'saman':
      return createSamanGateway({ link, terminalId: required('SEP_TERMINAL_ID', env.SEP_TERMINAL_ID) });
    case 'zarinpal':
      return createZarinpalGateway({
        link,
        merchantId: required('ZARINPAL_MERCHANT_ID', env.ZARINPAL_MERCHANT_ID),
        sandbox: env.ZARINPAL_SANDBOX === '1',
      });
    case 'zibal':
      return createZibalGateway({ link, merchant: required('ZIBAL_MERCHANT', env.ZIBAL_MERCHANT) });
    case 'sandbox':
      return createSandboxGateway({ db, origin, now });
  }
}

export function getBankLink({ env, db, now }: Pick<BankContext, 'env' | 'db' | 'now'>): BankLink {
  const relayBase = env.PAYMENT_RELAY_BASE;
  return {
    relayBase,
    relaySecret: relayBase === '' ? '' : required('PAYMENT_RELAY_SECRET', env.PAYMENT_RELAY_SECRET),
    timeoutMs: Number(env.PAYMENT_TIMEOUT_MS),
    report: (bank, path, deviation) => {
      const call = path
        .split('/')
        .map((part) => (/\d\d/.test(part) ? ':id' : part))
        .join('/');
      const key = `bank_answer:${bank}:${call}:${isoDay(now)}`;
      const text = `bank ${bank} ${call}: not an answer it documents (${deviation}); what depends on it waits`;
      return raiseAlarm({ db, now }, { kind: 'bank_answer', key, text });
    },
  };
}
