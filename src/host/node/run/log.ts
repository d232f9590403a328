import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';

export const requestId = new AsyncLocalStorage<string>();

/** Iranian mobile numbers, in each spelling and in Persian and Arabic digits. */
const MOBILE = /(?:(?:\+|00|۰۰|٠٠)?(?:98|۹۸|٩٨)[-\s]?|[0۰٠])?[9۹٩](?:[-\s]?[\d۰-۹٠-٩]){9}(?![\d۰-۹٠-٩])/g;

export type LogFields = Record<string, string | number | boolean | null>;

export function maskMobiles(text: string): string {
  return text.replace(MOBILE, (match) => `…${match.slice(-2)}`);
}

export function hideSecrets(target: string): string {
  return target.replace(/\?[^]*/, '').replace(/^(\/media\/[a-z]+\/)[\w-]+\.[\w-]+(?=\/\d)/, '$1…');
}

/** A line of JSON on standard error, without mobile numbers. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: LogFields = {}): void {
  const request = requestId.getStore();
  const line = { time: new Date().toISOString(), level, message, ...(request !== undefined && { request }), ...fields };
  process.stderr.write(`${maskMobiles(JSON.stringify(line))}\n`);
}

/** The app logs through console: its lines become JSON, too. */
export function logConsoleAsJson(): void {
  console.error = (...parts: unknown[]) => log('error', format(...parts));
  console.warn = (...parts: unknown[]) => log('warn', format(...parts));
  // eslint-disable-next-line no-console -- replaced, not called
  console.log = (...parts: unknown[]) => log('info', format(...parts));
}
