import * as v from 'valibot';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import type { DeskTitle } from '../contract.ts';
import { TITLE_FIELDS, type TitleField } from '../title-fields.ts';
import { toFieldText } from './field-texts.ts';

/** `base`: the stored value that was there when the member began to write. */
const edits = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.object({ text: v.string(), base: v.nullable(v.string()) })),
);
type Edit = v.InferOutput<typeof edits>[string];

function readEdits(draft: string): Partial<Record<TitleField, Edit>> {
  const stored = v.safeParse(edits, draft);
  if (!stored.success) return {};
  return Object.fromEntries(
    Object.entries(stored.output).filter(([field]) => TITLE_FIELDS.some((key) => key === field)),
  );
}

/** The fields of a title that a member has touched. */
export function useEdits(title: DeskTitle) {
  const { value, isStored, change, clear } = useDraft(`title:${String(title.id)}`, { edits: '' });
  const touched = readEdits(value.edits);
  const set = (next: Partial<Record<TitleField, Edit>>) => {
    if (Object.keys(next).length === 0) clear();
    else change({ edits: JSON.stringify(next) });
  };
  const getText = (field: TitleField) => touched[field]?.text ?? toFieldText(field, title.values[field], title);
  const drop = (field: TitleField) => {
    const { [field]: _dropped, ...rest } = touched;
    set(rest);
  };
  return {
    touched,
    isStored,
    clear,
    getText,
    write: (field: TitleField, text: string) => {
      if (text === toFieldText(field, title.values[field], title)) drop(field);
      else set({ ...touched, [field]: { text, base: touched[field]?.base ?? title.values[field] } });
    },
    takeTheirs: drop,
    takeMine: (field: TitleField) => {
      set({ ...touched, [field]: { text: getText(field), base: title.values[field] } });
    },
    /** Fields that somebody else has changed meanwhile. */
    conflicts: TITLE_FIELDS.filter((field) => {
      const edit = touched[field];
      return edit !== undefined && edit.base !== title.values[field];
    }),
  };
}
export type Edits = ReturnType<typeof useEdits>;
