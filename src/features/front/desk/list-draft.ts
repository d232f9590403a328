import * as v from 'valibot';
import { LIST_LAYOUTS } from '../../../platform/kinds.ts';
import { getDeskList, type DeskList, type ListInput } from '../contract.ts';
import { readWindow, toTimeText } from './words.ts';

/** A list as it is typed. */
export const draftList = v.object({
  ...{ name_fa: v.string(), name_en: v.string(), line_fa: v.string(), line_en: v.string() },
  ...{ starts: v.string(), ends: v.string(), layout: v.picklist(LIST_LAYOUTS) },
  titles: getDeskList.output.entries.data.entries.titles,
});
export type DraftList = v.InferOutput<typeof draftList>;

export const toDraftList = (list: DeskList): DraftList => ({
  ...{ name_fa: list.name_fa, name_en: list.name_en, line_fa: list.line_fa ?? '', line_en: list.line_en ?? '' },
  ...{ starts: toTimeText(list.starts_at), ends: toTimeText(list.ends_at), layout: list.layout, titles: list.titles },
});

/** Null where a name is empty or a time has another text. */
export function toListInput({ starts, ends, titles, ...fields }: DraftList): ListInput | null {
  const window = readWindow({ starts, ends });
  if (window === null || fields.name_fa.trim() === '' || fields.name_en.trim() === '') return null;
  return { ...fields, ...window, titles: titles.map(({ id }) => id) };
}
