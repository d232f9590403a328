import * as v from 'valibot';
import { toCamelCase } from '../../../platform/db/columns.ts';
import { TITLE_PICTURES } from './picture-fields.ts';
import { findAgeReason } from '../../titles/facts/age-reasons.ts';
import { FACTS, type FactReader, type TextReader } from './fact-readers.ts';
import { isBlank, type Draft, FIELDS, PART_FIELDS } from './fields.ts';
import { readCredits } from './people.ts';
import { hasWords } from '../../titles/facts/clean.ts';
import { countryCode, languageCode } from '../../titles/facts/codes.ts';
import { type ImportKind } from '../../../platform/kinds.ts';
import { parseKind } from '../../titles/facts/facts.ts';
import { splitTitleName } from './parse/title-name.ts';
import { transliterate } from './parse/transliterate.ts';
import { dropPlaceholders } from './placeholders.ts';
import { Notes, type Problem } from './problems.ts';
import { readCodes, readFact, readPaths, readPictures, readText } from './read-cell.ts';
import { importTitle, type ImportTitle } from './title.ts';

export interface RowContext {
  /** Gregorian. */
  thisYear: number;
  /** The kind of rows that do not say theirs. */
  kind?: ImportKind | undefined;
  findGenre: (name: string) => string | undefined;
  /** The file's own name of a field, for the report. */
  getColumn: (field: string) => string;
}

/** A row is a title, perhaps with remarks, or rejected with every reason. */
export type RowResult = { ok: true; title: ImportTitle; warnings: Problem[] } | { ok: false; problems: Problem[] };

/** Reads one row of either format. Never throws, whatever the row holds. */
export function readRow(row: Draft, context: RowContext): RowResult {
  const notes = new Notes(context.getColumn);
  if (Object.values(row).every(isBlank)) {
    return { ok: false, problems: [{ column: '', reason: 'the row is empty', value: '' }] };
  }
  for (const [field, value] of Object.entries(row)) {
    if (!FIELDS.includes(field)) notes.refuse(field, 'no such field', value);
    else if (PART_FIELDS.includes(field) && !isBlank(value)) notes.refuse(field, 'only an episode has it', value);
  }
  const draft = dropPlaceholders(row, notes);
  const candidate = { ...readFacts(draft, context, notes), ...readNames(draft, context, notes) };
  const checked = v.safeParse(importTitle, candidate);
  // A value that a parser refused is missing from the candidate: its reason is noted already.
  if (!checked.success && notes.errors.length === 0) {
    for (const issue of checked.issues) {
      const field = toFieldName(v.getDotPath(issue)?.split('.')[0] ?? '');
      notes.refuse(field, issue.message, draft[field] ?? draft['name']);
    }
  }
  if (notes.errors.length > 0 || !checked.success) return { ok: false, problems: notes.errors };
  return { ok: true, title: checked.output, warnings: notes.warnings };
}

function readFacts(draft: Draft, { thisYear, findGenre }: RowContext, notes: Notes) {
  const countries = readCodes(draft, 'countries', countryCode, notes);
  const languages = readCodes(draft, 'languages', languageCode, notes);
  const ageReasons = readCodes(draft, 'age_reasons', findAgeReason, notes);
  const facts = Object.entries<FactReader | TextReader>(FACTS).map(([column, reader]): [string, unknown] => [
    toCamelCase(column),
    'parse' in reader
      ? readFact(draft, column, reader, (raw) => reader.parse(raw, thisYear), notes)
      : readText(draft, column, notes) || reader.blank,
  ]);
  return {
    externalId: readText(draft, 'id', notes),
    ...Object.fromEntries(facts),
    ageReasons: ageReasons.length === 0 ? undefined : ageReasons.join(','),
    countries,
    languages: languages.length === 0 && countries[0] === 'IR' ? ['fa'] : languages,
    genres: readCodes(draft, 'genres', findGenre, notes),
    pictures: readPictures(draft, TITLE_PICTURES, notes),
    stills: readPaths(draft, 'stills', notes),
    trailer: readText(draft, 'trailer', notes) || undefined,
    credits: readCredits(draft, notes),
  };
}

/** Names and kind: from fields of their own, or both out of one scraped `name`. Missing names are made, and remarked. */
function readNames(draft: Draft, context: RowContext, notes: Notes) {
  const year = draft['year'];
  const scraped = splitTitleName(readText(draft, 'name', notes), typeof year === 'string' ? year : shownYear(year));
  const fa = readText(draft, 'name_fa', notes) || scraped.nameFa;
  const en = readText(draft, 'name_en', notes) || scraped.nameEn;
  const field = 'name_fa' in draft || 'name_en' in draft ? 'name_fa' : 'name';
  if (!hasWords(fa) && !hasWords(en)) notes.refuse(field, 'has no name', draft[field]);
  const nameFa = hasWords(fa) ? fa : en;
  const nameEn = hasWords(en) ? en : transliterate(fa) || fa;
  if (!hasWords(en)) notes.warn(field, `no Latin name: ${nameEn} is made from the Persian one`, draft[field]);
  if (!hasWords(fa)) notes.warn(field, 'no Persian name: the Latin one stands for it', draft[field]);
  const nameLatin = readText(draft, 'name_latin', notes) || transliterate(nameFa) || nameEn;
  const message = isBlank(draft['kind']) ? undefined : parseKind(readText(draft, 'kind', notes));
  const kind = message ?? scraped.kind ?? context.kind;
  if (kind === undefined) notes.refuse('kind', 'not movie, series or video, and no --kind is given', draft['kind']);
  return { kind, nameFa, nameEn, nameLatin };
}

function shownYear(year: unknown): string {
  return typeof year === 'number' ? String(year) : '';
}

function toFieldName(key: string): string {
  if (key === 'externalId') return 'id';
  if (key === 'credits') return 'cast';
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
