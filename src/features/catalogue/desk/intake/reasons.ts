import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';

/**
 * The importer's reasons in the language of the desk. A reason is found by its English words, in which `*` stands for a
 * value; a test holds the list against the readers.
 */
const REASONS: readonly (readonly [pattern: string, text: (values: { a: string; b: string }) => string])[] = [
  ['the row is empty', m.intake_why_row_empty],
  ['the row is too long for the desk', m.intake_why_row_long],
  ['a quote is not closed, or the row is too long', m.intake_why_quote],
  ['not an object of JSON on one line', m.intake_why_json],
  ['* fields where the header has *', m.intake_why_fields],
  ['no such field: left out', m.intake_why_column_unknown],
  ['no such field', m.intake_why_field_unknown],
  ['only an episode has it', m.intake_why_only_episode],
  ['only a series has it', m.intake_why_only_series],
  ['left out: * has it from its series', m.intake_why_of_series],
  ['is missing', m.intake_why_missing],
  ['is empty', m.intake_why_missing],
  ['has no name', m.intake_why_no_name],
  ['no Latin name: * is made from the Persian one', m.intake_why_no_latin],
  ['no Persian name: the Latin one stands for it', m.intake_why_no_persian],
  ['not movie, series or video, and no --kind is given', m.intake_why_kind],
  ['stands for a missing value', m.intake_why_placeholder],
  ['has entries that stand for missing values', m.intake_why_placeholders],
  ['is not UTF-8', m.intake_why_encoding],
  ['neither a text nor a number', m.intake_why_type],
  ['not a list of people', m.intake_why_type],
  ['not a list of names', m.intake_why_type],
  ['not a list of paths', m.intake_why_type],
  ['a person without a name', m.intake_why_person],
  ['names more than * people', m.intake_why_people],
  ['* is not known and left out', m.intake_why_unknown],
  ['is longer than * characters', m.intake_why_long],
  ['has more than * entries', m.intake_why_entries],
  ['not a country: *', m.intake_why_country],
  ['not the number of a network: *', m.intake_why_network],
  ['is not the name of a folder of media', m.intake_why_folder],
  ['left out: a title plays this folder', m.intake_why_trailer],
  ['is not a list of seasons with their episodes', m.intake_why_seasons],
  ['has a season without a number', m.intake_why_seasons],
  ['the id stood before', m.intake_why_id_twice],
  ['the number stood before', m.series_why_number_twice],
  ['two episodes have this number', m.series_why_double],
  ['was changed since it was read', m.series_why_late],
  ['the season stood before', m.intake_why_season_twice],
  ['is already the id of a *', m.intake_why_id_taken],
  ['is already the id of an episode', m.intake_why_id_taken],
  ['has episodes, and stays a series', m.intake_why_stays_series],
  ['names no series that is imported', m.intake_why_no_series],
  ['names no season and no episode', m.intake_why_no_place],
  ['not a number from 0 to *', m.intake_why_number],
  ['not a day as *', m.intake_why_day],
  ['not a rating from 0 to 10', m.intake_why_rating],
  ['not one of the ages *', m.intake_why_one_of],
  ['not one of *', m.intake_why_one_of],
  ['its point may divide thousands or a fraction', m.intake_why_ambiguous],
  ['not a whole number up to *', m.intake_why_number],
  ['not a percentage in whole numbers from 0 to 100', m.intake_why_percent],
  ['not a length in minutes or hours', m.intake_why_minutes],
  ['more than 59 minutes beside hours, or seconds beside minutes', m.intake_why_minutes],
  ['not a length between 1 and *', m.intake_why_minutes],
  ['not a year of four digits', m.intake_why_year],
  ['not a year of a film: *', m.intake_why_year],
  ['left as it is: the desk hides it', m.intake_why_hidden],
  ['left out: it was written in the desk', m.intake_why_desk],
  ['not taken: the file of the picture is not here', m.intake_why_not_taken],
  ['changes people, lists or pictures', m.intake_why_lists],
];

const PATTERNS = REASONS.map(([pattern, text]) => {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return [new RegExp(`^${parts.join('(.+)')}$`, 's'), text] as const;
});

function showValue(value = ''): string {
  return /^\d{1,9}$/.test(value) ? formatNumber(Number(value)) : value;
}

/** Null: the readers have a reason that is not in the list. */
export function translateReason(reason: string): string | null {
  for (const [pattern, text] of PATTERNS) {
    const match = pattern.exec(reason);
    if (match !== null) return text({ a: showValue(match[1]), b: showValue(match[2]) });
  }
  return null;
}
