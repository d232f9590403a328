import {
  FLAGS,
  type getServices as listCall,
  type Service,
  type ServiceId,
  type testService as testCall,
} from '../services-contract.ts';
import { SHOW_APP_STRAIGHT } from '../../../platform/config/constants.ts';
import type { Env } from '../../../platform/config/env.ts';
import type { DeskFlags } from '../../../platform/config/site-flags.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { splitNames } from '../../../platform/http/origin/demo.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { chooseSms } from '../../../platform/sms/choose.ts';
import { createMandateProvider } from '../../direct-debit/server/gateways/choose.ts';
import { GATEWAY_IDS, GATEWAYS, type GatewayDefinition } from '../../ledger/payment-kinds.ts';
import { findGateway } from '../../payments/server/gateways/choose.ts';
import type { Probe } from '../../payments/server/gateways/port.ts';
import { readSite } from '../../site/server/load-site.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { buildTestText } from '../../accounts/server/texts.ts';

interface Definition {
  id: ServiceId;
  kind: Service['kind'];
  needs: readonly (keyof Env)[];
  may: readonly (keyof Env)[];
}

const RELAY = ['PAYMENT_RELAY_BASE', 'PAYMENT_RELAY_SECRET'] as const;
const TEMPLATES = ['SMS_NOTICE_TEMPLATE', 'SMS_MOBILE_TEMPLATE', 'SMS_API_BASE'] as const;
const gateways = GATEWAY_IDS.map((id): Definition => {
  const { needs, trial }: GatewayDefinition = GATEWAYS[id];
  const may = needs.length === 0 ? [] : [...(trial === undefined ? [] : [trial]), ...RELAY];
  return { id, kind: 'gateway', needs, may };
});
const DEFINITIONS: readonly Definition[] = [
  ...gateways,
  { id: 'vandar', kind: 'mandate', needs: ['VANDAR_BUSINESS', 'VANDAR_TOKEN'], may: RELAY },
  { id: 'kavenegar', kind: 'sms', needs: ['KAVENEGAR_KEY', 'SMS_TEMPLATE'], may: TEMPLATES },
  { id: 'smsir', kind: 'sms', needs: ['SMSIR_KEY', 'SMS_TEMPLATE'], may: TEMPLATES },
  { id: 'outbox', kind: 'sms', needs: [], may: [] },
];
const DEMO_ONLY: readonly ServiceId[] = ['sandbox', 'outbox'];
/** As docs/settings.md says. */
const SECRETS: readonly (keyof Env)[] = ['PAYMENT_RELAY_SECRET', 'VANDAR_TOKEN', 'KAVENEGAR_KEY', 'SMSIR_KEY'];

const readText = (env: Env, name: keyof Env): string => {
  const value: unknown = env[name];
  return typeof value === 'string' ? value : '';
};

/** As the pages read it: an unset one is off, and so is what each site has without it. */
function readFlag(env: Env, stored: DeskFlags, name: (typeof FLAGS)[number]) {
  const isDesk = name in stored;
  const value = readText(isDesk ? { ...env, ...stored } : env, name);
  const isFlagOn: Record<typeof name, boolean> = {
    SITE_VARIANT: value !== 'main',
    LISTS: value === 'on',
    SHOW_APP: Number(value) === SHOW_APP_STRAIGHT,
    CAST: value === 'on',
    FULLRATE_NETWORKS: value !== '',
    CHAT_SCRIPT: value !== '',
  };
  return { name, value, is_on: isFlagOn[name], source: isDesk ? ('desk' as const) : ('host' as const) };
}

function isOn({ PAYMENT_GATEWAYS, MANDATE_PROVIDER, SMS_PROVIDER }: Env, { id, kind }: Definition): boolean {
  if (kind === 'gateway') return splitNames(PAYMENT_GATEWAYS).includes(id);
  return (kind === 'mandate' ? MANDATE_PROVIDER : SMS_PROVIDER) === id;
}

const isReady = (env: Env, { needs }: Definition) => needs.every((name) => readText(env, name) !== '');

export const getServices: OperatorService<typeof listCall> = async ({ env }) => {
  const { flags } = await readSite(env);
  const present = DEFINITIONS.filter((one) => !DEMO_ONLY.includes(one.id) || isOn(env, one));
  const data = present.map((definition) => ({
    ...{ id: definition.id, kind: definition.kind },
    ...{ is_on: isOn(env, definition), is_ready: isReady(env, definition) },
    settings: [...definition.needs, ...definition.may].map((name) => ({
      ...{ name, is_set: readText(env, name) !== '' },
      ...{ is_secret: SECRETS.includes(name), is_needed: definition.needs.includes(name) },
    })),
  }));
  return ok({ data, flags: FLAGS.map((name) => readFlag(env, flags, name)) });
};

export const testService: OperatorService<typeof testCall> = async (context, { id }, operator, record) => {
  const definition = DEFINITIONS.find((one) => one.id === id);
  if (!definition || !isOn(context.env, definition) || !isReady(context.env, definition)) return fail('service_off');
  const budget = await takeBudget(context, [
    { limit: 'service_test', subject: `operator:${operator}`, byNetwork: false },
    { limit: 'service_test', subject: 'all', byNetwork: false },
  ]);
  if (!budget.ok) return budget;
  const probe = await (definition.kind === 'sms' ? sendTestSms(context) : probeBank(context, definition));
  if (!probe.ok) return probe;
  record({ after: probe.value });
  return ok({ data: probe.value });
};

async function probeBank(context: RequestContext, { id, kind }: Definition): Promise<Outcome<Probe, ErrorCode>> {
  if (kind === 'gateway') {
    const gateway = findGateway(context, id);
    return gateway?.id === id ? ok(await gateway.probe()) : fail('service_off');
  }
  const banks = await createMandateProvider(context)?.banks();
  return ok({ state: banks?.ok === true ? 'works' : 'failed', code: '' });
}

/** To the number that the member signs in with; a key has none. */
async function sendTestSms({ env, db, now, user }: RequestContext): Promise<Outcome<Probe, ErrorCode>> {
  if (user === null) return fail('service_person');
  const sms = chooseSms({ env, db, now });
  if (!sms) return fail('service_off');
  const delivery = await sms.notice({ mobile: user.mobile, text: buildTestText() });
  if (delivery.ok && delivery.value === 'none') return fail('service_template');
  return ok({ state: delivery.ok ? 'works' : 'failed', code: '' });
}
