import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { fetchBounded } from '../../../platform/http/limits/fetch-bounded.ts';
import { toBase64 } from '../../../platform/media/bytes-as-text.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';

/** Base64, hexadecimal digits, epoch seconds. */
export interface LicenceRequest {
  challenge: string;
  key_id: string;
  key: string;
  iv: string;
  ends_at: number;
}

const MAX_LICENCE_BYTES = 64 * 1024;

/** Asks the operator's server once, and gives its bytes back in base64. Logs neither its address nor a body. */
export async function askLicenceServer(
  address: string,
  request: LicenceRequest,
): Promise<Outcome<string, 'licence_denied' | 'licence_unreachable'>> {
  try {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    };
    const answer = await fetchBounded(address, init, { timeoutMs: DEADLINES.call, maxBytes: MAX_LICENCE_BYTES });
    if (answer.ok && answer.body && answer.body.size > 0)
      return ok(toBase64(new Uint8Array(await answer.body.arrayBuffer())));
    console.error(`licence server: HTTP ${String(answer.status)}${answer.ok ? ', no licence' : ''}`);
    return fail(answer.status === 403 ? 'licence_denied' : 'licence_unreachable');
  } catch (cause) {
    console.error(`licence server: ${cause instanceof Error ? cause.name : 'no answer'}`);
    return fail('licence_unreachable');
  }
}
