import { toMomentText } from '../../../platform/desk/moment-text.ts';
import type { Tone } from '../../../platform/desk/Parts.tsx';
import type { ListLayout } from '../../../platform/kinds.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { readMoment } from '../../../platform/text/moment.ts';
import { getWindowState, type Window, type WindowState } from '../front-windows.ts';

const LAYOUTS: Record<ListLayout, () => string> = {
  posters: m.front_layout_posters,
  wide: m.front_layout_wide,
  ranked: m.front_layout_ranked,
  collection: m.front_layout_collection,
};
export const nameLayout = (layout: ListLayout) => LAYOUTS[layout]();

const STATES: Record<WindowState, readonly [Tone, () => string]> = {
  shown: ['good', m.front_state_shown],
  planned: ['open', m.front_state_planned],
  over: ['quiet', m.front_state_over],
};
export function describeWindow(window: Window): { tone: Tone; text: string } {
  const [tone, text] = STATES[getWindowState(window, Date.now() / 1000)];
  return { tone, text: text() };
}

export const nameRef = (title: { name_fa: string; name_en: string } | null, id: number) =>
  title === null ? m.front_title_gone({ id: formatPlain(id) }) : nameIn(getLocale(), title);

export const toTimeText = (at: number | null) => (at === null ? '' : toMomentText(at));

/** Epoch seconds of two fields; null where one of them has another text, or the end comes first. */
export function readWindow({ starts, ends }: { starts: string; ends: string }): Window | null {
  const [start, end] = [starts, ends].map((text) => (text.trim() === '' ? null : (readMoment(text) ?? undefined)));
  if (start === undefined || end === undefined) return null;
  return start !== null && end !== null && end <= start ? null : { starts_at: start, ends_at: end };
}
