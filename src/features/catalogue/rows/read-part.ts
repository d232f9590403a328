import * as v from 'valibot';
import { toPersianDigits } from '../../../platform/text/digits.ts';
import { FACTS } from './fact-readers.ts';
import { FIELDS, isBlank, type Draft } from './fields.ts';
import { hasWords } from '../../titles/facts/clean.ts';
import { type ImportKind, type PartKind } from '../../../platform/kinds.ts';
import { OWN_OR_INHERITED } from '../../titles/facts/title-statements.ts';
import { parsePartKind } from '../../titles/facts/facts.ts';
import { parseOrder, parsePart, type Part } from './parse/part.ts';
import { dropPlaceholders } from './placeholders.ts';
import { Notes, type Problem } from './problems.ts';
import { readFact, readPictures, readText } from './read-cell.ts';
import { name, text } from '../../titles/facts/limits.ts';
import { externalId, path } from './title.ts';

const integer = v.pipe(v.number(), v.integer());
const season = v.strictObject({
  kind: v.literal('season'),
  ...{ series: externalId, season: integer, nameFa: v.optional(name), nameEn: v.optional(name) },
  year: v.optional(integer),
});
const episode = v.strictObject({
  kind: v.literal('episode'),
  ...{ externalId, series: externalId, season: integer, number: integer, nameFa: name, nameEn: name },
  ...{ synopsisFa: text, synopsisEn: text, minutes: v.optional(integer) },
  ...{ releaseDate: v.optional(v.string()), availableUntil: v.optional(v.string()) },
  ...{ availableCountries: v.optional(v.string()), availableNetworks: v.optional(v.string()) },
  pictures: v.optional(v.record(v.string(), path)),
});
const importPart = v.variant('kind', [season, episode]);
export type ImportSeason = v.InferOutput<typeof season>;
export type ImportEpisode = v.InferOutput<typeof episode>;
export type ImportPart = v.InferOutput<typeof importPart>;

const SHARED_FIELDS = ['id', 'kind', 'series', 'season', 'number', 'part', 'name', 'name_fa', 'name_en'];
const FIELDS_OF: Record<PartKind, readonly string[]> = {
  season: [...SHARED_FIELDS, 'year'],
  episode: [...SHARED_FIELDS, 'synopsis_fa', 'synopsis_en', ...OWN_OR_INHERITED, 'still'],
};

export type PartResult = { ok: true; part: ImportPart; warnings: Problem[] } | { ok: false; problems: Problem[] };
interface PartContext {
  thisYear: number;
  getColumn: (field: string) => string;
}

/** The kind of a row that is a part of a series; undefined for a title. `usual`: of rows that do not say theirs. */
export function findPartKind(draft: Draft, usual?: ImportKind | PartKind): PartKind | undefined {
  const kind = isBlank(draft['kind']) ? usual : draft['kind'];
  return typeof kind === 'string' ? parsePartKind(kind) : undefined;
}

/** Reads a row of a season or an episode, with every reason where it is refused. Never throws. */
export function readPart(row: Draft, kind: PartKind, { thisYear, getColumn }: PartContext): PartResult {
  const notes = new Notes(getColumn);
  for (const [field, value] of Object.entries(row)) {
    if (!FIELDS.includes(field)) notes.refuse(field, 'no such field', value);
    else if (!FIELDS_OF[kind].includes(field) && !isBlank(value)) {
      notes.warn(field, `left out: ${kind === 'season' ? 'a season' : 'an episode'} has it from its series`, value);
    }
  }
  const draft = dropPlaceholders(row, notes);
  const place = readPlace(draft, kind, notes);
  const series = readText(draft, 'series', notes);
  if (series === '') notes.refuse('series', 'is missing', draft['series']);
  const names = readPartNames(draft, notes);
  const checked = v.safeParse(importPart, {
    ...{ kind, series, season: place.season },
    ...(kind === 'season'
      ? { ...names, year: readOptional(draft, 'year', thisYear, notes) }
      : readEpisode(draft, { series, place, names, thisYear }, notes)),
  });
  if (!checked.success && notes.errors.length === 0) {
    for (const issue of checked.issues) {
      const key = v.getDotPath(issue) ?? '';
      const field = key === 'externalId' ? 'id' : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      notes.refuse(field, issue.message, draft[field]);
    }
  }
  if (notes.errors.length > 0 || !checked.success) return { ok: false, problems: notes.errors };
  return { ok: true, part: checked.output, warnings: notes.warnings };
}

function readEpisode(
  draft: Draft,
  { series, place, names, thisYear }: { series: string; place: Part; names: PartNames; thisYear: number },
  notes: Notes,
) {
  const number = place.number ?? 0;
  return {
    externalId: readText(draft, 'id', notes) || `${series}/s${String(place.season)}e${String(number)}`,
    number,
    nameFa: names.nameFa ?? `قسمت ${toPersianDigits(number)}`,
    nameEn: names.nameEn ?? `Episode ${String(number)}`,
    synopsisFa: readText(draft, 'synopsis_fa', notes),
    synopsisEn: readText(draft, 'synopsis_en', notes),
    minutes: readOptional(draft, 'minutes', thisYear, notes),
    releaseDate: readOptional(draft, 'release_date', thisYear, notes),
    availableUntil: readOptional(draft, 'available_until', thisYear, notes),
    availableCountries: readOptional(draft, 'available_countries', thisYear, notes),
    availableNetworks: readOptional(draft, 'available_networks', thisYear, notes),
    pictures: readPictures(draft, ['still'], notes),
  };
}

function readOptional(draft: Draft, field: 'year' | (typeof OWN_OR_INHERITED)[number], thisYear: number, notes: Notes) {
  return readFact(draft, field, { isOptional: true }, (raw) => FACTS[field].parse(raw, thisYear), notes);
}

/** Season and number: of their own fields, else of a text with both; an episode without a season is of the first. */
function readPlace(draft: Draft, kind: PartKind, notes: Notes): Part {
  const words = readText(draft, 'part', notes);
  const both = words === '' ? null : parsePart(words);
  if (both?.ok === false) notes.refuse('part', both.reason, draft['part']);
  const inText = both?.ok ? both.value : { season: null, number: null };
  const read = (field: 'season' | 'number') => {
    const value = readFact(draft, field, { isOptional: true }, parseOrder, notes);
    return typeof value === 'number' ? value : inText[field];
  };
  const [season, number] = [read('season'), read('number')];
  if (kind === 'season') {
    const order = season ?? number;
    if (order === null && notes.errors.length === 0) notes.refuse('season', 'is missing', draft['season']);
    return { season: order, number: null };
  }
  if (number === null && notes.errors.length === 0) notes.refuse('number', 'is missing', draft['number']);
  return { season: season ?? 1, number };
}

interface PartNames {
  nameFa: string | undefined;
  nameEn: string | undefined;
}

function readPartNames(draft: Draft, notes: Notes): PartNames {
  const read = (field: string) => {
    const name = readText(draft, field, notes);
    return hasWords(name) ? name : undefined;
  };
  const either = read('name');
  const isPersian = either !== undefined && /\p{Script=Arabic}/u.test(either);
  return {
    nameFa: read('name_fa') ?? (isPersian ? either : undefined),
    nameEn: read('name_en') ?? (isPersian ? undefined : either),
  };
}
