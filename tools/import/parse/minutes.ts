import { foldForSearch } from '../../../src/platform/text/persian-text.ts';
import { numberWord } from './number-words.ts';
import { parsed, refused, type Parsed } from './parsed.ts';

/** The longest films there are last days; this is longer than all but a handful of them. */
const LONGEST = 1500;
const NUMBER = String.raw`(\d{1,4}|[آ-ی]+)`;
const HOURS = 'ساعت|h|hr|hrs|hour|hours';
const MINUTES = 'دقیقه|min|mins|minute|minutes|m';
const FORMS = [
  new RegExp(`^(?<minutes>\\d{1,4}) ?(?:${MINUTES})?$`),
  new RegExp(`^${NUMBER.replace('(', '(?<hours>')} ?(?:${HOURS})$`),
  new RegExp(
    `^${NUMBER.replace('(', '(?<hours>')} ?(?:${HOURS})(?: و| and)? ?${NUMBER.replace('(', '(?<minutes>')} ?(?:${MINUTES})?$`,
  ),
];

/** Whole minutes of `90`, `۹۰ دقیقه`, `1 ساعت و 50`, `یک ساعت و نیم`, `1h 50m`, `1:50` or `PT1H50M`. */
export function parseMinutes(raw: string | number): Parsed<number> {
  const text = spaced(String(raw));
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (!groups) continue;
    const hours = amount(groups['hours']);
    const minutes = groups['minutes'] === 'نیم' ? 30 : amount(groups['minutes']);
    if (hours === null || minutes === null) continue;
    if (groups['hours'] !== undefined && minutes > 59) return refused('more than 59 minutes beside hours');
    const total = hours * 60 + minutes;
    return total >= 1 && total <= LONGEST ? parsed(total) : refused(`not a length between 1 and ${LONGEST} minutes`);
  }
  return refused('not a length in minutes or hours');
}

/** `1:50` and `PT1H50M` in the words that the forms know; all else folded. */
function spaced(raw: string): string {
  const clock = /^\s*(\d{1,2}):(\d{2})\s*$/.exec(raw);
  if (clock) return `${clock[1] ?? ''} h ${clock[2] ?? ''}`;
  const iso = /^\s*PT(?=\d)(?:(\d{1,2})H)?(?:(\d{1,4})M)?\s*$/i.exec(raw);
  if (iso) return iso[1] === undefined ? (iso[2] ?? '') : `${iso[1]} h ${iso[2] ?? '0'}`;
  return /^[\s\d.,-]*$/.test(raw) && !/^\s*\d+\s*$/.test(raw) ? '' : foldForSearch(raw);
}

function amount(text: string | undefined): number | null {
  if (text === undefined) return 0;
  return /^\d+$/.test(text) ? Number(text) : (numberWord(text) ?? null);
}
