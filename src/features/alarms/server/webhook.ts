import { fetchBounded } from '../../../platform/http/limits/fetch-bounded.ts';
import { signText } from '../../../platform/media/signing.ts';
import type { AlarmRow } from './alarm.ts';

const TIMEOUT_MS = 3000;

/** `x-pardeh-signature`: `t=<epoch seconds>,v1=<base64url HMAC-SHA256 of "<t>.<body>" by ALARM_SECRET>`; absent without
 * a secret. True for 2xx. Redirects are not followed: the settings name the only permitted address. */
export async function postAlarms(
  { url, secret }: { url: string; secret: string },
  site: string,
  alarms: readonly AlarmRow[],
  now: number,
): Promise<boolean> {
  const body = JSON.stringify({
    site,
    text: alarms.map(({ kind, text }) => `${kind}: ${text}`).join('\n'),
    alarms: alarms.map(({ id, key, kind, text, payment_id, created_at }) => ({
      id,
      key,
      kind,
      text,
      payment_id,
      created_at,
    })),
  });
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (secret !== '') {
    const time = String(now);
    headers['x-pardeh-signature'] = `t=${time},v1=${await signText(secret, `${time}.${body}`)}`;
  }
  try {
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: 0 };
    const response = await fetchBounded(url, { method: 'POST', headers, body }, bounds);
    if (!response.ok) console.error(`alarm webhook: HTTP ${String(response.status)}`);
    return response.ok;
  } catch (cause) {
    // The address may hold a secret, and an error's text may quote it.
    console.error(`alarm webhook: ${cause instanceof Error ? cause.name : 'no answer'}`);
    return false;
  }
}
