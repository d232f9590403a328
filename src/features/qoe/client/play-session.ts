import { API_BASE } from '../../../platform/http/api-base.ts';
import { MOST_REPORTS, PLAY_MARK, REPORT_PATH } from '../keys.ts';
import type { Report } from '../report.ts';

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

export interface PlaySession {
  sid: string;
  sn: number;
  /** The press on Play or Next, of `performance.now()`. */
  askedAt: number;
  /** `held`: ready, and the viewer has yet to press. */
  state: 'waiting' | 'held' | 'started' | 'over';
}

export type Line = Omit<Report, 'v' | 'sid' | 'sn' | 'ts' | 'sf' | 'st'>;

let current: PlaySession | null = null;

export function beginPlay(): void {
  const pressed = performance.getEntriesByName(PLAY_MARK).at(-1)?.startTime;
  performance.clearMarks(PLAY_MARK);
  current = { sid: crypto.randomUUID(), sn: 0, askedAt: pressed ?? performance.now(), state: 'waiting' };
}

export function getWaitingPlay(): PlaySession | null {
  return current?.state === 'waiting' ? current : null;
}

export function cancelPlay(): void {
  if (current) current.state = 'over';
}

/** Tells of a play that ends before its first picture, and of every failure. */
export function endPlay(line: Pick<Line, 'sta' | 'ec'>): void {
  if (!current || current.state === 'over' || current.state === 'held') return;
  const isWaiting = current.state === 'waiting';
  if (isWaiting || line.sta === 'f') sendReports(current, [{ e: 'ps', ...line, ...(isWaiting && { su: true }) }]);
  if (isWaiting) current.state = 'over';
}

/** Nothing for viewers who ask not to be followed, nor from a page that nobody sees yet. */
export function sendReports(session: PlaySession, lines: readonly Line[]): void {
  if (navigator.globalPrivacyControl || navigator.doNotTrack === '1' || document.prerendering) return;
  const { sid } = session;
  const reports = lines.slice(-MOST_REPORTS).map((line): Report => {
    session.sn += 1;
    return { v: 2, sid, sn: session.sn - 1, ts: Date.now(), sf: 'h', st: 'v', ...line };
  });
  const body = new Blob([JSON.stringify({ reports })], { type: 'application/json' });
  navigator.sendBeacon(API_BASE + REPORT_PATH, body);
}
