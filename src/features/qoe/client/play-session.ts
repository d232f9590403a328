import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import { MAX_REPORTS, PICTURE_MARK, PLAY_MARK, REPORT_PATH } from '../keys.ts';
import type { Report } from '../report.ts';

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

export interface PlaySession {
  sid: string;
  sn: number;
  st: Report['st'];
  /** The press on Play or Next, of `performance.now()`. */
  askedAt: number;
  picturedAt: number | undefined;
  /** `held`: ready, and the viewer has yet to press. */
  state: 'waiting' | 'held' | 'started' | 'over';
  /** Once it has started. */
  measure?: () => PlayNumbers;
}

/** Milliseconds, seconds, pixels, kilobits a second; by the letters of help/play-numbers.ts. */
type PlayNumbers = Partial<Record<'b' | 'n' | 'd' | 'p' | 'a' | 'h' | 'r' | 'm', number | null>>;

export type Line = Omit<Report, 'v' | 'sid' | 'sn' | 'ts' | 'sf' | 'st'>;

let current: PlaySession | null = null;

export function beginPlay(st: Report['st'] = 'v'): void {
  const askedAt = takeMark(PLAY_MARK) ?? performance.now();
  current = { sid: crypto.randomUUID(), sn: 0, st, askedAt, picturedAt: takeMark(PICTURE_MARK), state: 'waiting' };
}

/** Milliseconds of `performance.now()`; a mark is of one play alone. */
export function takeMark(name: string): number | undefined {
  const time = performance.getEntriesByName(name).at(-1)?.startTime;
  performance.clearMarks(name);
  return time;
}

export function getWaitingPlay(): PlaySession | null {
  return current?.state === 'waiting' ? current : null;
}

export function getLastPlay(): PlaySession | null {
  return current;
}

export function cancelPlay(): void {
  if (current) current.state = 'over';
}

export function endPlay(line: Pick<Line, 'sta' | 'ec'>): void {
  if (!current || current.state === 'over' || current.state === 'held') return;
  const isWaiting = current.state === 'waiting';
  if (isWaiting || line.sta === 'f') sendReports(current, [{ e: 'ps', ...line, ...(isWaiting && { su: true }) }]);
  if (isWaiting) current.state = 'over';
}

/** Nothing for viewers who ask not to be followed, nor from a page that nobody sees yet. */
export function sendReports(session: PlaySession, lines: readonly Line[]): void {
  if (navigator.globalPrivacyControl || navigator.doNotTrack === '1' || document.prerendering) return;
  const { sid, st } = session;
  const reports = lines.slice(-MAX_REPORTS).map((line): Report => {
    session.sn += 1;
    return { v: 2, sid, sn: session.sn - 1, ts: Date.now(), sf: 'h', st, ...line };
  });
  const body = new Blob([JSON.stringify({ reports })], { type: 'application/json' });
  navigator.sendBeacon(API_BASE + REPORT_PATH, body);
}
