import { getLocale } from '../text/current-locale.ts';
import { formatDigits } from '../text/format.ts';
import { writeMoment } from '../text/moment.ts';
import { tehranMidnight } from '../text/tehran-week.ts';

/** The text of a field for a time, in the calendar and the digits of the language. Epoch seconds. */
export const toMomentText = (at: number): string => formatDigits(writeMoment(at, getLocale()));

/** The text of a field for an ISO day. */
export const toDayText = (iso: string): string => toMomentText(tehranMidnight(iso)).split(' ', 1)[0] ?? '';
