import * as v from 'valibot';
import { SEO_DESCRIPTION, SEO_TITLE } from '../seo-texts.ts';

/** Characters of a name and of another text, and entries of a list. */
const NAME_MAX = 200;
const TEXT_MAX = 5000;
export const LIST_MAX = 20;

export const name = v.pipe(
  v.string(),
  v.nonEmpty('is empty'),
  v.maxLength(NAME_MAX, `is longer than ${String(NAME_MAX)} characters`),
);
const upTo = (max: number) => v.pipe(v.string(), v.maxLength(max, `is longer than ${String(max)} characters`));
export const text = upTo(TEXT_MAX);
export const seoTitle = upTo(SEO_TITLE.max);
export const seoDescription = upTo(SEO_DESCRIPTION.max);
export const few = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.maxLength(LIST_MAX, `has more than ${String(LIST_MAX)} entries`));
