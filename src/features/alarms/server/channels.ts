import type { Env } from '../../../platform/config/env.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';

/** The settings that say who is called, and those of the SMS provider that would do it. */
export type AlarmSettings = Pick<
  Env,
  'ALARM_WEBHOOK' | 'ALARM_MOBILES' | 'ALARM_SECRET' | 'SMS_PROVIDER' | 'SMS_NOTICE_TEMPLATE'
>;

/** Where alarms go. `webhook` null and no mobiles: nowhere but the table and the log. */
export interface AlarmChannels {
  webhook: { url: string; secret: string } | null;
  mobiles: string[];
}

/** A setting of alarms that is missing or cannot be used. */
interface AlarmProblem {
  setting: keyof AlarmSettings;
  /** What is wrong, for the operator: English, without the value. */
  problem: string;
}

/** Reads the channels; a setting that cannot be used counts as none, and `problems` says why. */
function readSettings(env: AlarmSettings): { channels: AlarmChannels; problems: AlarmProblem[] } {
  const { ALARM_WEBHOOK: webhook = '', ALARM_MOBILES: list = '', ALARM_SECRET: secret = '' } = env;
  const problems: AlarmProblem[] = [];
  const report = (setting: keyof AlarmSettings, problem: string) => problems.push({ setting, problem });
  const url = URL.parse(webhook);
  const isUsable = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));
  if (webhook !== '' && !isUsable) report('ALARM_WEBHOOK', 'is no https address: no alarm is sent there');
  if (isUsable && secret === '') report('ALARM_SECRET', 'is not set: the webhook cannot tell our alarms from others');
  const entries = list.split(',').filter((entry) => entry.trim() !== '');
  const mobiles = entries.map(parseMobile).filter((mobile) => mobile !== null);
  if (mobiles.length < entries.length) report('ALARM_MOBILES', 'names what is no mobile number');
  const hasProvider = env.SMS_PROVIDER !== '';
  // A provider with templates sends no notice without one, and reports success.
  const hasTemplate = env.SMS_PROVIDER === 'outbox' || env.SMS_NOTICE_TEMPLATE !== '';
  if (mobiles.length > 0 && !hasProvider) report('SMS_PROVIDER', 'is empty: ALARM_MOBILES get no alarm');
  if (mobiles.length > 0 && !hasTemplate) report('SMS_NOTICE_TEMPLATE', 'is empty: ALARM_MOBILES get no alarm');
  const canSend = hasProvider && hasTemplate;
  const channels = { webhook: isUsable ? { url: url.href, secret } : null, mobiles: canSend ? mobiles : [] };
  if (channels.webhook === null && channels.mobiles.length === 0) {
    report('ALARM_WEBHOOK', 'reaches nobody, nor does ALARM_MOBILES: alarms of money wait in the table');
  }
  return { channels, problems };
}

/** Where alarms are sent by this configuration. */
export function readAlarmChannels(env: AlarmSettings): AlarmChannels {
  return readSettings(env).channels;
}

/** What is wrong with the configuration of alarms, for `npm run check:deploy`; empty where nothing is. */
export function listAlarmProblems(env: AlarmSettings): AlarmProblem[] {
  return readSettings(env).problems;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
