/** Why media cannot play. */
export type FailureCause =
  | 'expired' // 401, 403, 410
  | 'missing' // 404
  | 'server' // 5xx, and an answer that is not a playlist
  | 'network'
  | 'decode'
  | 'unsupported' // No codec of the title
  | 'container' // No fragmented MP4: for hls.js
  | 'key'
  | 'key_system' // The browser opens none of the film's key systems
  | 'key_session' // The key system has ended its session
  | 'licence' // 403 of the call for a licence
  | 'licence_ended'
  | 'licence_server'
  | 'stream'; // 409: the account's streams are in use, or another device stopped this one

export class MediaFailure extends Error {
  readonly reason: FailureCause;
  constructor(reason: FailureCause, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

export function getStatusCause(status: number): FailureCause {
  if (status === 401 || status === 403 || status === 410) return 'expired';
  if (status === 409) return 'stream';
  return status === 404 ? 'missing' : 'server';
}

/** Milliseconds to wait before each further request; the last repeats where `isEndless`. */
const WAITS_MS: Readonly<Record<FailureCause, readonly number[]>> = {
  expired: [1000, 2000],
  missing: [500],
  server: [500, 1000, 2000, 4000, 8000, 8000, 8000], // 31.5 s: a restart of a server
  network: [250, 500, 1000, 2000],
  decode: [],
  unsupported: [],
  container: [],
  key: [1000, 2000],
  key_system: [],
  key_session: [],
  licence: [],
  licence_ended: [],
  licence_server: [1000, 2000, 4000],
  stream: [],
};

/** Null where no further request is sent. A network that fails is tried until it returns. */
export function getRetryWait(cause: FailureCause, failures: number): number | null {
  const waits = WAITS_MS[cause];
  return waits[failures - 1] ?? (cause === 'network' ? (waits.at(-1) ?? null) : null);
}
