import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { StartProblem } from '@pardeh/workers-on-node/process/problem';

export type Settings = Record<string, string>;

/** Beside the variables of wrangler.toml: secrets, and variables that most sites do not set. */
const OTHERS = [
  ...['PROVIDER_CALLS', 'PROVIDER_CHECK_SUFFIX', 'PROVIDER_PICTURES', 'PROVIDER_STREAM', 'SHOW_APP'],
  ...['SAMANDEHI_ID', 'SAMANDEHI_P', 'PAYMENT_RELAY_SECRET', 'VANDAR_TOKEN', 'MEDIA_SIGNING_KEY'],
  ...['MEDIA_SIGNING_KEY_PREVIOUS', 'KAVENEGAR_KEY', 'SMSIR_KEY', 'ALARM_WEBHOOK', 'ALARM_SECRET', 'ALARM_MOBILES'],
  ...['OPERATOR_TOKEN', 'METRICS_TOKEN', 'DOOR_SECRET', 'MEDIA_ENCRYPTION', 'MEDIA_KEY_SECRET'],
  ...['LICENCE_CLEARKEY', 'LICENCE_WIDEVINE', 'LICENCE_FAIRPLAY', 'LICENCE_FAIRPLAY_CERTIFICATE'],
  ...['MEDIA_S3_ENDPOINT', 'MEDIA_S3_BUCKET', 'MEDIA_S3_REGION', 'MEDIA_S3_KEY_ID', 'MEDIA_S3_SECRET'],
  ...['SELLER_NAME', 'SELLER_ECONOMIC_CODE', 'SELLER_NATIONAL_ID', 'SELLER_REGISTRATION', 'SELLER_ADDRESS'],
  ...['SELLER_POSTAL_CODE', 'SELLER_PHONE', 'MEDIA_S3_ALLOW_HTTP', 'INGEST_WORKER'],
];
const MADE = ['MEDIA_SIGNING_KEY', 'OPERATOR_TOKEN'];

/** The process' environment before the file of settings, before the defaults of wrangler.toml. */
export function readSettings(file: string, environment: NodeJS.ProcessEnv, wrangler = 'wrangler.toml'): Settings {
  // No proxy sets Cloudflare's header here, so a visitor could.
  const defaults: Settings = { ...readVars(readFileSync(wrangler, 'utf8')), CLIENT_ADDRESS_HEADER: '' };
  const values = existsSync(file) ? parseEnv(readGiven(file)) : {};
  const names = [...Object.keys(defaults), ...OTHERS];
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new StartProblem(`${file} has settings that nobody reads: ${unknown.join(', ')}.`, 78);
  const entries = names.flatMap((name) => {
    const value = environment[name] ?? values[name] ?? defaults[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function readGiven(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new StartProblem(`The settings ${file} cannot be read (${code}). Check their owner and rights.`, 78);
  }
}

export function readVars(toml: string): Settings {
  const [, vars = ''] = /^\[vars\]\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(toml) ?? [];
  return Object.fromEntries([...vars.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name = '', value = '']) => [name, value]));
}

/** Writes a file of settings for a new site, with secrets of its own. */
export function makeSettings(file: string, settings: Settings): void {
  const secrets = MADE.map((name) => [name, randomBytes(32).toString('hex')]);
  const lines = [...Object.entries(settings), ...secrets].map(([name, value]) => `${String(name)}=${String(value)}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600, flag: 'wx' });
}
