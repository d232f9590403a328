import { m } from '../../../platform/text/desk/messages.js';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_NAME_CHARS, MAX_TEXT_CHARS } from '../plan-sales-contract.ts';

export type PlanTextDraft = Record<'name_fa' | 'name_en' | 'description' | 'description_en', string>;

export const TEXT_NAMES = [
  ['name_fa', m.plans_name_fa],
  ['name_en', m.plans_name_en],
  ['description', m.plans_text_fa],
  ['description_en', m.plans_text_en],
] as const;

interface Props {
  draft: PlanTextDraft;
  change: (part: Partial<PlanTextDraft>) => void;
}

/** Names and descriptions of a plan, in both languages. */
export function PlanTextFields({ draft, change }: Props) {
  return TEXT_NAMES.map(([name, label]) => (
    <Field
      key={name}
      label={label()}
      maxLength={name.startsWith('name') ? MAX_NAME_CHARS : MAX_TEXT_CHARS}
      {...(name.endsWith('_en') && { dir: 'ltr', lang: 'en' })}
      value={draft[name]}
      onChange={(event) => {
        change({ [name]: event.target.value });
      }}
    />
  ));
}
