import { DEFAULT_GATEWAY } from '../../config.ts';
import type { Env } from '../../../../platform/config/env.ts';
import { GATEWAY_IDS, type GatewayId } from '../../../ledger/payment-kinds.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { splitNames } from '../../../../platform/http/demo.ts';
import { required } from '../../../../platform/http/required.ts';
import type { BankLink } from './bank-http.ts';
import type { PaymentGateway } from './port.ts';
import { samanGateway } from './saman.ts';
import { sandboxGateway } from './sandbox.ts';
import { zarinpalGateway } from './zarinpal.ts';
import { zibalGateway } from './zibal.ts';

/** What the gateways need of a request, or of the cron. */
export interface BankContext {
  env: Env;
  db: Database;
  now: number;
  /** The site's public origin. */
  origin: string;
}

/** The gateways that `PAYMENT_GATEWAYS` names, in its order. Throws where one is unknown or not configured. */
export function paymentGateways(context: BankContext): PaymentGateway[] {
  return configuredIds(context.env).map((id) => createGateway(context, id));
}

/** Whether the bank of our own is there at all, and with it its page. `env` of a request's context: closed outside the demo. */
export function hasSandbox(env: Env): boolean {
  return configuredIds(env).includes('sandbox');
}

/** The gateway used where a visitor names none: saman where it is configured (spec 9.13), else the first, else null. */
export function defaultGateway(env: Env): GatewayId | null {
  const ids = configuredIds(env);
  return ids.find((id) => id === DEFAULT_GATEWAY) ?? ids[0] ?? null;
}

/**
 * The gateway of a name, or null where the site has none of that name. The default's name stands for the site's own
 * default where saman is not configured, since clients of the specification always send it (spec 7.13).
 */
export function findGateway(context: BankContext, name: string | undefined): PaymentGateway | null {
  const ids = configuredIds(context.env);
  const own = ids.find((id) => id === name);
  if (own !== undefined) return createGateway(context, own);
  const standard = name === undefined || name === DEFAULT_GATEWAY ? defaultGateway(context.env) : null;
  return standard === null ? null : createGateway(context, standard);
}

function configuredIds(env: Env): GatewayId[] {
  return splitNames(env.PAYMENT_GATEWAYS).map((name) => {
    const id = GATEWAY_IDS.find((candidate) => candidate === name);
    if (id === undefined) throw new Error(`PAYMENT_GATEWAYS: "${name}" is none of ${GATEWAY_IDS.join(', ')}`);
    return id;
  });
}

function createGateway({ env, db, origin, now }: BankContext, id: GatewayId): PaymentGateway {
  // What a bank is told must not come from whatever Host a request named.
  if (id !== 'sandbox') required('SITE_URL', env.SITE_URL);
  const link = bankLink(env);
  switch (id) {
    case 'saman':
      return samanGateway({ link, terminalId: required('SEP_TERMINAL_ID', env.SEP_TERMINAL_ID) });
    case 'zarinpal':
      return zarinpalGateway({
        link,
        merchantId: required('ZARINPAL_MERCHANT_ID', env.ZARINPAL_MERCHANT_ID),
        sandbox: env.ZARINPAL_SANDBOX === '1',
      });
    case 'zibal':
      return zibalGateway({ link, merchant: required('ZIBAL_MERCHANT', env.ZIBAL_MERCHANT) });
    case 'sandbox':
      return sandboxGateway({ db, origin, now });
  }
}

/** How banks are reached, as configured. A relay without its secret is a mistake. */
export function bankLink(env: Env): BankLink {
  const relayBase = env.PAYMENT_RELAY_BASE;
  return {
    relayBase,
    relaySecret: relayBase === '' ? '' : required('PAYMENT_RELAY_SECRET', env.PAYMENT_RELAY_SECRET),
    timeoutMs: Number(env.PAYMENT_TIMEOUT_MS),
  };
}
