import * as v from 'valibot';
import type { Draft } from './fields.ts';
import { isBlank, PEOPLE_FIELDS } from './fields.ts';
import { cleanText, hasWords, isBroken } from '../../titles/facts/clean.ts';
import { splitList } from '../../titles/facts/list.ts';
import { isPlaceholder } from './placeholders.ts';
import type { Notes } from './problems.ts';
import type { Credit } from './title.ts';

const text = v.optional(v.pipe(v.string(), v.transform(cleanText)));
const person = v.union([
  v.string(),
  v.strictObject({
    name: text,
    name_fa: text,
    name_en: text,
    role_fa: text,
    role_en: text,
    portrait: v.optional(v.string()),
  }),
]);
const people = v.union([v.string(), v.array(person)]);

/** Everybody whom a row credits, cast first; a list that cannot be read is refused. Nobody twice for one job. */
export function readCredits(draft: Draft, notes: Notes): Credit[] {
  const credits: Credit[] = [];
  for (const [field, job] of Object.entries(PEOPLE_FIELDS)) {
    const value = draft[field];
    if (isBlank(value)) continue;
    const list = v.safeParse(people, value);
    if (!list.success) {
      notes.refuse(field, 'not a list of people', value);
      continue;
    }
    const mentions = typeof list.output === 'string' ? splitList(list.output) : list.output.flatMap(toEntries);
    const entries = mentions.filter((entry) => typeof entry !== 'string' || !isPlaceholder(entry));
    if (entries.length < mentions.length) notes.warn(field, 'has entries that stand for missing values', value);
    for (const entry of entries) {
      const credit = toCredit(entry, job);
      if (credit === null) notes.refuse(field, 'a person without a name', value);
      else if (isBroken(`${credit.name_fa ?? ''}${credit.name_en ?? ''}`)) notes.refuse(field, 'is not UTF-8', value);
      else if (!credits.some((other) => isDuplicate(other, credit))) credits.push(credit);
    }
  }
  return credits;
}

function toEntries(entry: v.InferOutput<typeof person>): v.InferOutput<typeof person>[] {
  return typeof entry === 'string' ? splitList([entry]) : [entry];
}

function toCredit(entry: v.InferOutput<typeof person>, job: Credit['job']): Credit | null {
  const { name, role_fa, role_en, portrait, ...given } = typeof entry === 'string' ? { name: entry } : entry;
  const both = { ...(name !== undefined && byScript(name)), ...withoutEmpty(given) };
  if (both.name_fa === undefined && both.name_en === undefined) return null;
  const picture = portrait?.trim();
  return { job, ...both, ...withoutEmpty({ role_fa, role_en }), ...(picture && { portrait: picture }) };
}

/** A name is Persian or Latin by its letters. */
function byScript(name: string): { name_fa?: string; name_en?: string } {
  const clean = cleanText(name);
  if (!hasWords(clean)) return {};
  return /\p{Script=Arabic}/u.test(clean) ? { name_fa: clean } : { name_en: clean };
}

function withoutEmpty<T extends Record<string, string | undefined>>(texts: T): Partial<T> {
  const filled = Object.entries(texts).filter(([, value]) => value !== undefined && hasWords(value));
  return Object.fromEntries(filled) as Partial<T>;
}

function isDuplicate(a: Credit, b: Credit): boolean {
  return a.job === b.job && a.name_fa === b.name_fa && a.name_en === b.name_en;
}
