/** The server's clock, which a visitor's device may be years away from: learnt from answers that hold `now`, and stored. */

const CLOCK_KEY = 'clock'; // Seconds by which the server's clock is ahead

let offsetSeconds: number | null = null;

/** Epoch seconds. The device's own clock before any answer has come. */
export function getServerTime(): number {
  offsetSeconds ??= readOffset();
  return Math.floor(Date.now() / 1000) + offsetSeconds;
}

/** `now`: epoch seconds of an answer that was made just now, of no stored page. */
export function setClock(now: number): void {
  offsetSeconds = now - Math.floor(Date.now() / 1000);
  try {
    localStorage.setItem(CLOCK_KEY, String(offsetSeconds));
  } catch {
    // Storage may be forbidden.
  }
}

function readOffset(): number {
  try {
    return Number(localStorage.getItem(CLOCK_KEY)) || 0;
  } catch {
    return 0;
  }
}
