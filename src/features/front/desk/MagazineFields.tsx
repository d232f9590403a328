import { TextArea } from '../../../platform/desk/TextArea.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_NAME_CHARS } from '../contract.ts';
import { MAX_SYNOPSIS_CHARS } from '../magazines-contract.ts';
import type { MagazineDraft } from './magazine-draft.ts';

interface Props {
  draft: MagazineDraft;
  change: (part: Partial<MagazineDraft>) => void;
}

const SIDES = [
  {
    lang: 'fa',
    dir: 'rtl',
    name: 'title',
    text: 'synopsis_fa',
    nameLabel: m.front_name_fa,
    textLabel: m.print_text_fa,
  },
  {
    lang: 'en',
    dir: 'ltr',
    name: 'title_en',
    text: 'synopsis_en',
    nameLabel: m.front_name_en,
    textLabel: m.print_text_en,
  },
] as const;

/** Both languages beside each other. */
export function MagazineFields({ draft, change }: Props) {
  return (
    <div className="desk-pair">
      {SIDES.map(({ lang, dir, name, text, nameLabel, textLabel }) => (
        <div key={lang} className="desk-form">
          <Field
            label={nameLabel()}
            {...{ lang, dir }}
            maxLength={MAX_NAME_CHARS}
            value={draft[name]}
            onChange={(event) => {
              change({ [name]: event.target.value });
            }}
          />
          <TextArea
            label={textLabel()}
            {...{ lang, dir }}
            rows={4}
            maxLength={MAX_SYNOPSIS_CHARS}
            error={undefined}
            value={draft[text]}
            onChange={(value) => {
              change({ [text]: value });
            }}
          />
        </div>
      ))}
    </div>
  );
}
