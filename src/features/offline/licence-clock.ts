/** The server's time without a network, in seconds: the latest one of the epoch that was seen, and the server's clock
 * minus the device's. */
export interface LicenceClock {
  seen: number;
  skew: number;
}

export type LicenceState = 'valid' | 'ended' | 'clock';

/** Seconds that a device's clock is set back by itself. */
const BACK_SECONDS = 120;
const STEP_SECONDS = 30;

/** After an answer of the server, which alone sets the clock back. */
export function setClock(serverNow: number, deviceNow: number): LicenceClock {
  return { seen: serverNow, skew: serverNow - deviceNow };
}

/** `clock`: the device's clock was set back, so that the end cannot be checked. */
export function decideLicence(
  { until }: { until: number },
  { seen, skew }: LicenceClock,
  deviceNow: number,
): LicenceState {
  const now = deviceNow + skew;
  if (now < seen - BACK_SECONDS) return 'clock';
  return Math.max(now, seen) < until ? 'valid' : 'ended';
}

export function advanceClock({ seen, skew }: LicenceClock, deviceNow: number): LicenceClock | null {
  const now = deviceNow + skew;
  return now > seen + STEP_SECONDS ? { seen: now, skew } : null;
}
