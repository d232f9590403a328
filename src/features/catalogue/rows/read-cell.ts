import * as v from 'valibot';
import type { FactReader } from './fact-readers.ts';
import { isBlank, type Draft } from './fields.ts';
import { cleanText, isBroken } from '../../titles/facts/clean.ts';
import { splitList } from '../../titles/facts/list.ts';
import type { Parsed } from '../../titles/facts/parsed.ts';
import { isPlaceholder } from './placeholders.ts';
import type { Notes } from './problems.ts';

/** A field's text, cleaned; empty where it has none. */
export function readText(draft: Draft, field: string, notes: Notes): string {
  const raw = readScalar(draft, field, notes);
  return raw === undefined ? '' : cleanText(String(raw));
}

/** A field's value as it is parsed; the fallback of a blank one, without which the field is required. */
export function readFact(
  draft: Draft,
  field: string,
  { fallback, isOptional }: Omit<FactReader, 'parse'>,
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
export function readCodes(
  draft: Draft,
  field: string,
  findCode: (name: string) => string | undefined,
  notes: Notes,
): string[] {
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

/** Paths of pictures by their fields; undefined where the row has none. */
export function readPictures(
  draft: Draft,
  fields: readonly string[],
  notes: Notes,
): Record<string, string> | undefined {
  const paths = fields.map((field) => [field, readPath(draft, field, notes)] as const);
  const places = paths.filter(([, path]) => path !== '');
  return places.length > 0 ? Object.fromEntries(places) : undefined;
}

/** A path stays as it is written: cleaning would name another file. */
function readPath(draft: Draft, field: string, notes: Notes): string {
  return String(readScalar(draft, field, notes) ?? '').trim();
}

export function readPaths(draft: Draft, field: string, notes: Notes): string[] | undefined {
  if (isBlank(draft[field])) return undefined;
  const list = v.safeParse(strings, draft[field]);
  if (!list.success) {
    notes.refuse(field, 'not a list of paths', draft[field]);
    return undefined;
  }
  const entries = typeof list.output === 'string' ? list.output.split(/[,،;؛|\n]/) : list.output;
  const paths = entries.map((path) => path.trim()).filter((path) => path !== '');
  return paths.length > 0 ? paths : undefined;
}
