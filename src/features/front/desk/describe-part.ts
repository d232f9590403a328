import * as v from 'valibot';
import { LIST_LAYOUTS } from '../../../platform/kinds.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { joinNames } from '../../catalogue/desk/field-texts.ts';
import { nameLayout, nameRef, toTimeText } from './words.ts';

const parseAs = <S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null => {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return result.success ? result.output : null;
};

const hero = v.object({ slides: v.array(v.object({ title_id: v.number() })) });
/** `names`: of the titles that are known. */
export const describeHero = (names: ReadonlyMap<number, string>) => (text: string) =>
  joinNames((parseAs(hero, text)?.slides ?? []).map(({ title_id: id }) => names.get(id) ?? nameRef(null, id)));

const order = v.object({ lists: v.array(v.object({ key: v.string(), is_home: v.boolean() })) });
/** The lists of home. `names`: by key. */
export const describeOrder = (names: ReadonlyMap<string, string>) => (text: string) =>
  joinNames(
    (parseAs(order, text)?.lists ?? []).filter(({ is_home: isHome }) => isHome).map(({ key }) => names.get(key) ?? key),
  );

const list = v.object({
  ...{ name_fa: v.string(), name_en: v.string(), layout: v.picklist(LIST_LAYOUTS) },
  ...{ line_fa: v.nullable(v.string()), line_en: v.nullable(v.string()) },
  ...{ starts_at: v.nullable(v.number()), ends_at: v.nullable(v.number()) },
  titles: v.nullable(v.array(v.number())),
});
export const describeList = (names: ReadonlyMap<number, string>) => (text: string) => {
  const value = parseAs(list, text);
  if (value === null) return '';
  const { layout, titles, starts_at: start, ends_at: end } = value;
  const line = getLocale() === 'fa' ? value.line_fa : value.line_en;
  const count = titles === null ? [] : [m.front_titles_count({ count: formatNumber(titles.length) })];
  return [
    [nameIn(getLocale(), value), ...(line === null ? [] : [line]), nameLayout(layout), ...count].join(' · '),
    ...(start === null ? [] : [m.front_from({ time: toTimeText(start) })]),
    ...(end === null ? [] : [m.front_until({ time: toTimeText(end) })]),
    joinNames((titles ?? []).slice(0, MAX_NAMES).map((id) => names.get(id) ?? nameRef(null, id))),
  ].join('\n');
};

const MAX_NAMES = 12;
