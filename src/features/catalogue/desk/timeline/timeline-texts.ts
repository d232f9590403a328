import { m } from '../../../../platform/text/desk/messages.js';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { parseChapters, parseMarkers, type MarkerEntry } from '../../../titles/facts/timeline.ts';

const KINDS: Record<MarkerEntry[0], () => string> = {
  intro: m.timeline_intro,
  recap: m.timeline_recap,
  credits: m.timeline_credits,
};
export const nameMarker = (kind: MarkerEntry[0]) => KINDS[kind]();

/** As it was typed, where it is not a time. */
export const showTime = (time: string | number) => (typeof time === 'number' ? formatClock(time) : time);

const joinEntries = (texts: readonly string[]) =>
  texts.length === 0 ? m.timeline_none() : texts.join(getLocale() === 'fa' ? '؛ ' : '; ');

export function showMarkers(value: string): string {
  const entries = parseMarkers(value) ?? [];
  return value === ''
    ? m.timeline_of_file()
    : joinEntries(
        entries.map(([kind, from, to]) =>
          m.timeline_span({ name: nameMarker(kind), from: showTime(from), to: showTime(to) }),
        ),
      );
}

export function showChapters(value: string): string {
  const entries = parseChapters(value) ?? [];
  return value === ''
    ? m.timeline_of_file()
    : joinEntries(
        entries.map(([from, , fa, en]) =>
          m.timeline_at({ time: showTime(from), name: getLocale() === 'fa' ? fa : en }),
        ),
      );
}
