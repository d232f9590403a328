// npm run check:deploy [-- --var NAME=value] [--env-file FILE] [--secret NAME] [--config FILE]: what is unsafe before a deploy.
import { readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { unstable_readConfig } from 'wrangler';
import type { Env } from '../src/platform/config/env.ts';
import { reportDeployment } from '../src/app/deploy-report.ts';
import { findMoneyMover } from '../src/app/unsafe-settings.ts';
import { listAlarmSettingErrors } from '../src/features/alarms/server/channels.ts';
import { listOperatorTokenProblems } from '../src/platform/http/calls/operator-tokens.ts';
import { toBase64 } from '../src/platform/media/bytes-as-text.ts';

/** Stands for a secret that is set at Cloudflare, where nobody can read it. */
const SET_ELSEWHERE = 'set'.repeat(20);
/** The same for settings that are read as more than a text. */
const SET_AS: Record<string, string> = {
  ...{ ALARM_WEBHOOK: 'https://set.example/', ALARM_MOBILES: '09120000000' },
  ...{ LICENCE_WIDEVINE: 'https://set.example/', LICENCE_FAIRPLAY: 'https://set.example/' },
  LICENCE_FAIRPLAY_CERTIFICATE: toBase64(Uint8Array.from([0x30, 0x82, 1, 0, ...Array<number>(256).fill(0)])),
};

/** A line for each setting that is unsafe, by these arguments of the command. */
export function listUnsafeSettings(args: string[]): string[] {
  const { values } = parseArgs({
    args,
    options: {
      config: { type: 'string', default: 'wrangler.toml' },
      var: { type: 'string', multiple: true, default: [] },
      'env-file': { type: 'string', multiple: true, default: [] },
      secret: { type: 'string', multiple: true, default: [] },
    },
  });
  const { vars } = unstable_readConfig({ config: values.config }) as unknown as { vars: Record<string, string> };
  const files = values['env-file'].map((file) => Object.entries(parseEnv(readFileSync(file, 'utf8'))));
  const secrets = values.secret.map((name) => [name, SET_AS[name] ?? SET_ELSEWHERE]);
  const varEntries = values.var.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]);
  const merged: unknown = Object.fromEntries([...Object.entries(vars), ...files.flat(), ...secrets, ...varEntries]);
  const env = merged as Env;
  // Alarms are of money: a site that moves none needs nobody to read them.
  const needsAlarms = findMoneyMover(env) !== undefined || [env.ALARM_WEBHOOK, env.ALARM_MOBILES].some(Boolean);
  return [
    ...reportDeployment(env),
    ...(needsAlarms ? listAlarmSettingErrors(env) : []),
    ...listOperatorTokenProblems(env),
  ].map(({ setting, problem }) => `✗ ${setting} ${problem}`);
}

if (import.meta.main) {
  const unsafe = listUnsafeSettings(process.argv.slice(2));
  for (const line of unsafe) console.log(line);
  console.log(
    unsafe.length === 0
      ? '✓ nothing unsafe'
      : `${String(unsafe.length)} to mend. Variables: wrangler.toml (--config) or --var NAME=value. Secrets: wrangler secret put NAME, then --secret NAME here.`,
  );
  process.exitCode = unsafe.length === 0 ? 0 : 1;
}
