import * as v from 'valibot';

/** Characters of a name and of another text, and entries of a list. */
const NAME_MAX = 200;
const TEXT_MAX = 5000;
export const LIST_MAX = 20;

export const name = v.pipe(
  v.string(),
  v.nonEmpty('is empty'),
  v.maxLength(NAME_MAX, `is longer than ${String(NAME_MAX)} characters`),
);
export const text = v.pipe(v.string(), v.maxLength(TEXT_MAX, `is longer than ${String(TEXT_MAX)} characters`));
export const few = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.maxLength(LIST_MAX, `has more than ${String(LIST_MAX)} entries`));
