import { RETRY_AFTER_SECONDS } from '../../../platform/config/deadlines.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, type Outcome } from '../../../platform/outcome.ts';
import { READ_SECONDS, releaseLease, renewLease, takeLease } from './part-lease.ts';
import { takeInHand } from './parts-in-hand.ts';
import { checkPart, readPart } from './read-part.ts';
import { getPartBytes, type Upload } from './uploads.ts';

const RENEW_MS = 10_000;

type Store = (part: Uint8Array<ArrayBuffer>, lease: string, now: number) => Promise<Outcome<Upload, ErrorCode>>;

/**
 * Takes the lease, reads the part and stores it. `upload_busy` where this process holds as many parts as it may. Without
 * a stored part the lease is given back.
 */
export async function receivePart(
  request: Request,
  { db, now: begunAt }: Pick<RequestContext, 'db' | 'now'>,
  row: Upload,
  store: Store,
): Promise<Outcome<Upload, ErrorCode>> {
  const startedAt = Date.now();
  // A slow line sends a part for minutes.
  const getNow = () => begunAt + Math.floor((Date.now() - startedAt) / 1000);
  const lease = await takeLease(db, row, begunAt);
  if (!lease.ok) return lease;
  const hand = takeInHand(row.id);
  let renewedAt = startedAt;
  const onBytes = async () => {
    hand?.touch();
    if (Math.abs(Date.now() - renewedAt) < RENEW_MS) return null;
    renewedAt = Date.now();
    return renewLease(db, row, { lease: lease.value, until: getNow() + READ_SECONDS });
  };
  const receive = async (): Promise<Outcome<Upload, ErrorCode>> => {
    if (!hand) return fail('upload_busy', { retryAfter: RETRY_AFTER_SECONDS });
    const part = await readPart(request, getPartBytes(row), { signal: hand.signal, onBytes });
    if (!part.ok) return part;
    const fault = await checkPart(request.headers.get('upload-checksum'), part.value);
    return fault === null ? store(part.value, lease.value, getNow()) : fail(fault);
  };
  try {
    const outcome = await receive();
    if (!outcome.ok) await releaseLease(db, row, lease.value);
    return outcome;
  } finally {
    hand?.drop();
  }
}
