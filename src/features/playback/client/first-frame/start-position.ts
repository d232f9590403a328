import { getProgress } from '../../../progress/client/progress.ts';
import { getResumePosition, type Progress } from '../../../progress/progress.ts';

/** `?t=90`, seconds, as search engines link to parts of a video. */
function parseStartSecond(search: string): number | null {
  const match = /^\d{1,5}$/.exec(new URLSearchParams(search).get('t') ?? '');
  return match ? Number(match[0]) : null;
}

export function getStartPosition(id: number, progress: Progress | null) {
  const first = getProgress(id, progress);
  const linkedAt = parseStartSecond(location.search);
  return { first, linkedAt, startAt: linkedAt ?? getResumePosition(first) };
}
