import type { Env } from '../../../platform/config/env.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';

type AlarmSettings = Pick<
  Env,
  'ALARM_WEBHOOK' | 'ALARM_MOBILES' | 'ALARM_SECRET' | 'SMS_PROVIDER' | 'SMS_NOTICE_TEMPLATE'
>;

/** `webhook` null and no mobiles: only the table and the log. */
export interface AlarmChannels {
  webhook: { url: string; secret: string } | null;
  mobiles: string[];
}

interface AlarmSettingError {
  setting: keyof AlarmSettings;
  problem: string;
}

function readSettings(env: AlarmSettings): { channels: AlarmChannels; problems: AlarmSettingError[] } {
  const { ALARM_WEBHOOK: webhook = '', ALARM_MOBILES: list = '', ALARM_SECRET: secret = '' } = env;
  const errors: AlarmSettingError[] = [];
  const report = (setting: keyof AlarmSettings, problem: string) => errors.push({ setting, problem });
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
  return { channels, problems: errors };
}

export function readAlarmChannels(env: AlarmSettings): AlarmChannels {
  return readSettings(env).channels;
}

export function listAlarmSettingErrors(env: AlarmSettings): AlarmSettingError[] {
  return readSettings(env).problems;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
