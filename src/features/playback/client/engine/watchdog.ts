/** A look at the player; times in milliseconds, positions in seconds. */
export interface Look {
  now: number;
  position: number;
  /** Of the picture that is shown; null where the browser does not tell, or there is none. */
  picture: number | null;
  /** Seconds buffered after `position`. */
  ahead: number;
  /** The viewer expects it to play: not paused, not ended, and on the screen. */
  isExpected: boolean;
  isOnline: boolean;
  /** The engine requests again what a server has refused; it ends that by itself. */
  isRetrying: boolean;
}

export const LOOK_EVERY_MS = 500;
/** Milliseconds without a step since data is there, and while none comes. */
const STILL_MS = 4000;
const EMPTY_MS = 30_000;
/** Seconds: sound and picture further apart are noticed (EBU R 37 allows less in broadcasts). */
const APART = 0.15;
/** Seconds buffered that are enough to play. */
const ENOUGH = 0.5;
const STEP = 0.25;
/** A player that never plays is not restarted forever. */
const MAX_RESTARTS = 3;

export type Verdict = 'fine' | 'restart' | 'fail';

export function createWatchdog(): (look: Look) => Verdict {
  let last: Look | null = null;
  let movedAt = 0;
  let suppliedAt = 0;
  let togetherAt = 0;
  let stillAt = 0;
  let stuckAt = 0;
  let restarts = 0;

  const isStuck = ({ now, ahead, isOnline, isRetrying }: Look) => {
    if (now - suppliedAt >= STILL_MS) return true;
    if (now - movedAt >= EMPTY_MS && ahead < ENOUGH && isOnline && !isRetrying) return true;
    return now - togetherAt >= STILL_MS;
  };

  return (look) => {
    const { now, position, picture, ahead, isExpected } = look;
    // A page that slept has looked at nothing in between.
    const isFresh = last === null || now - last.now > STILL_MS;
    const isMoving = isFresh || last?.position !== position;
    const isTogether = isFresh || !isMoving || picture === null || Math.abs(position - picture) <= APART;
    last = look;
    if (!isExpected || isMoving) movedAt = now;
    // Data that ends a long wait is not played in the same moment.
    if (!isExpected || isMoving || ahead < ENOUGH) suppliedAt = now;
    if (!isExpected || isTogether) togetherAt = now;
    if (!isExpected || !isMoving || !isTogether || isFresh) stillAt = now;
    // A restart itself moves the position, up to where it was.
    if (now - stillAt >= STILL_MS || (now > stillAt && position > stuckAt + STEP)) restarts = 0;
    if (!isStuck(look)) return 'fine';
    movedAt = now;
    suppliedAt = now;
    togetherAt = now;
    stuckAt = position;
    restarts += 1;
    return restarts > MAX_RESTARTS ? 'fail' : 'restart';
  };
}
