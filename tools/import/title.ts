import * as v from 'valibot';
import { ACCESS_KINDS, STORED_STATES } from '../../src/platform/kinds.ts';
import { IMPORT_KINDS } from './parse/facts.ts';

/** Characters of a name and of a synopsis; people of one job, and of all jobs. */
const NAME_MAX = 200;
const SYNOPSIS_MAX = 5000;
const PEOPLE_MAX = 200;
const LIST_MAX = 20;

const name = v.pipe(v.string(), v.nonEmpty('is empty'), v.maxLength(NAME_MAX, `is longer than ${NAME_MAX} characters`));
const synopsis = v.pipe(v.string(), v.maxLength(SYNOPSIS_MAX, `is longer than ${SYNOPSIS_MAX} characters`));
const few = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.maxLength(LIST_MAX, `has more than ${LIST_MAX} entries`));

/** A person as a row names them: in one language or in both; the other is made when the person is new. */
const credit = v.strictObject({
  job: v.picklist(['actor', 'director', 'writer', 'producer', 'composer', 'cinematographer']),
  name_fa: v.optional(name),
  name_en: v.optional(name),
  role_fa: v.optional(name),
  role_en: v.optional(name),
});
export type Credit = v.InferOutput<typeof credit>;

/** A row that is fit to be stored: every limit of the tables, the pages and docs/import.md. Years are Gregorian. */
export const importTitle = v.strictObject({
  externalId: v.pipe(v.string(), v.nonEmpty('is empty'), v.maxLength(120, 'is longer than 120 characters')),
  kind: v.picklist(IMPORT_KINDS),
  nameFa: name,
  nameEn: name,
  nameLatin: name,
  year: v.pipe(v.number(), v.integer()),
  minutes: v.pipe(v.number(), v.integer()),
  age: v.pipe(v.number(), v.integer()),
  rating: v.nullable(v.number()),
  views: v.pipe(v.number(), v.integer()),
  access: v.picklist(ACCESS_KINDS),
  release: v.picklist(STORED_STATES),
  releaseDate: v.nullable(v.string()),
  synopsisFa: synopsis,
  synopsisEn: synopsis,
  countries: few(v.string()),
  languages: few(v.string()),
  genres: few(v.string()),
  credits: v.pipe(v.array(credit), v.maxLength(PEOPLE_MAX, `names more than ${PEOPLE_MAX} people`)),
});
export type ImportTitle = v.InferOutput<typeof importTitle>;
