import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { GATEWAY_IDS } from '../ledger/payment-kinds.ts';

/** Banks and senders of SMS that the settings connect; `sandbox` and `outbox` are of the demo. */
export const SERVICES = [...GATEWAY_IDS, 'vandar', 'kavenegar', 'smsir', 'outbox'] as const;
export type ServiceId = (typeof SERVICES)[number];

const service = v.object({
  id: v.picklist(SERVICES),
  kind: v.picklist(['gateway', 'mandate', 'sms']),
  /** The settings name it. */
  is_on: v.boolean(),
  /** Everything that it needs is set. */
  is_ready: v.boolean(),
  settings: v.array(
    v.object({ name: v.string(), is_set: v.boolean(), is_secret: v.boolean(), is_needed: v.boolean() }),
  ),
});
export type Service = v.InferOutput<typeof service>;

/** Switches of the site, none of them a secret (docs/settings.md). */
export const FLAGS = ['SITE_VARIANT', 'LISTS', 'SHOW_APP', 'CAST', 'FULLRATE_NETWORKS', 'CHAT_SCRIPT'] as const;

export const getServices = defineCall({
  name: 'getServices',
  method: 'GET',
  path: '/operator/services',
  summary:
    'Banks and senders of SMS: which are on and which of their settings are there, without values; and the flags.',
  access: { caller: 'operator', permission: 'services.read' },
  input: v.object({}),
  output: v.object({
    data: v.array(service),
    flags: v.array(
      v.object({
        name: v.picklist(FLAGS),
        value: v.string(),
        is_on: v.boolean(),
        source: v.picklist(['desk', 'host']),
      }),
    ),
  }),
});

export const testService = defineCall({
  name: 'testService',
  method: 'POST',
  path: '/operator/services/:id/test',
  summary:
    'Asks a bank something that moves no money, or sends an SMS to the member’s own number. Five in ten minutes.',
  access: { caller: 'operator', permission: 'services.test' },
  input: v.object({ id: v.picklist(SERVICES) }),
  output: v.object({
    data: v.object({
      /** `failed`: without an answer that is documented. */
      state: v.picklist(['works', 'refused', 'failed']),
      /** The service's own code; '' without one. */
      code: v.string(),
    }),
  }),
});
