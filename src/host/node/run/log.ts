import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';
import { foldDigits } from '../../../platform/text/digits.ts';

export const requestId = new AsyncLocalStorage<string>();

/** Ten digits or more of any script, with the signs that people put between those of a phone number. */
const LONG_NUMBER = /\+?\p{Nd}(?:[\p{Pd}\p{Z}\p{Cf}().]{0,3}\p{Nd}){9,}/gu;
const MOBILE = /(?:(?:\+|00)?98\D{0,3}|0\D{0,3})?9(?:\D{0,3}\d){9}(?!\d)/g;

export type LogFields = Record<string, string | number | boolean | null>;

export function maskMobiles(text: string): string {
  return text.replace(LONG_NUMBER, (match) => {
    const latin = foldDigits(match);
    const masked = latin.replace(MOBILE, (mobile) => `…${mobile.replace(/\D/g, '').slice(-2)}`);
    return masked === latin ? match : masked;
  });
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
