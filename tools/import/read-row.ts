import * as v from 'valibot';
import { toCamelCase } from '../../src/platform/db/columns.ts';
import { findAgeReason } from './age-reasons.ts';
import { FACTS, type FactReader, type TextReader } from './facts.ts';
import { isBlank, type Draft, FIELDS } from './fields.ts';
import { readCredits } from './people.ts';
import { cleanText, hasWords, isBroken } from './parse/clean.ts';
import { countryCode, languageCode } from './parse/codes.ts';
import { parseKind, type ImportKind } from './parse/facts.ts';
import { splitList } from './parse/list.ts';
import type { Parsed } from './parse/parsed.ts';
import { splitTitleName } from './parse/title-name.ts';
import { transliterate } from './parse/transliterate.ts';
import { dropPlaceholders, isPlaceholder } from './placeholders.ts';
import { Notes, type Problem } from './problems.ts';
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
  for (const field of Object.keys(row)) if (!FIELDS.includes(field)) notes.refuse(field, 'no such field', row[field]);
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
  const countries = codes(draft, 'countries', countryCode, notes);
  const languages = codes(draft, 'languages', languageCode, notes);
  const ageReasons = codes(draft, 'age_reasons', findAgeReason, notes);
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
    genres: codes(draft, 'genres', findGenre, notes),
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

/** A field's text, cleaned; empty where it has none. */
function readText(draft: Draft, field: string, notes: Notes): string {
  const raw = readScalar(draft, field, notes);
  return raw === undefined ? '' : cleanText(String(raw));
}

/** A field's value as it is parsed; the fallback of a blank one, without which the field is required. */
function readFact(
  draft: Draft,
  field: string,
  { fallback, isOptional }: FactReader,
  parse: (raw: string | number) => Parsed<string | number>,
  notes: Notes,
): string | number | null | undefined {
  if (fallback === undefined && !isOptional && isBlank(draft[field])) notes.refuse(field, 'is missing', draft[field]);
  const raw = readScalar(draft, field, notes);
  if (raw === undefined) return fallback;
  const result = parse(raw);
  if (result.ok) return result.value;
  notes.refuse(field, result.reason, draft[field]);
  return undefined;
}

function readScalar(draft: Draft, field: string, notes: Notes): string | number | undefined {
  const value = draft[field];
  if (isBlank(value)) return undefined;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') notes.refuse(field, 'neither a text nor a number', value);
  else if (isBroken(value)) notes.refuse(field, 'is not UTF-8', value);
  else return value;
  return undefined;
}

const strings = v.union([v.string(), v.array(v.string())]);

/** The codes of a list of names, each once; a name without a code is left out and remarked. */
function codes(draft: Draft, field: string, findCode: (name: string) => string | undefined, notes: Notes): string[] {
  if (isBlank(draft[field])) return [];
  const list = v.safeParse(strings, draft[field]);
  if (!list.success) {
    notes.refuse(field, 'not a list of names', draft[field]);
    return [];
  }
  const matches = splitList(list.output).flatMap((name) => {
    const code = findCode(name);
    if (code === undefined && isPlaceholder(name, field)) return [];
    if (code === undefined) notes.warn(field, `${name} is not known and left out`, draft[field]);
    return code ?? [];
  });
  return [...new Set(matches)];
}

function toFieldName(key: string): string {
  if (key === 'externalId') return 'id';
  if (key === 'credits') return 'cast';
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
