import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { readBytesAtMost } from '../../../platform/http/parse.ts';
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

const MOST_BYTES = 64 * 1024;

/** Asks the operator's server once, and gives its bytes back in base64. Logs neither its address nor a body. */
export async function askLicenceServer(
  address: string,
  request: LicenceRequest,
): Promise<Outcome<string, 'licence_denied' | 'licence_unreachable'>> {
  try {
    const response = await fetch(address, {
      ...{ method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(DEADLINES.call) },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    const bytes = response.ok ? await readBytesAtMost(response, MOST_BYTES) : null;
    if (bytes && bytes.size > 0) return ok(toBase64(new Uint8Array(await bytes.arrayBuffer())));
    if (!response.ok) await response.body?.cancel();
    console.error(`licence server: HTTP ${String(response.status)}${response.ok ? ', no licence' : ''}`);
    return fail(response.status === 403 ? 'licence_denied' : 'licence_unreachable');
  } catch (cause) {
    console.error(`licence server: ${cause instanceof Error ? cause.name : 'no answer'}`);
    return fail('licence_unreachable');
  }
}
