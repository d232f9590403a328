import { m } from '../../../platform/text/desk/messages.js';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_LINE_CHARS } from '../contract.ts';

interface Lines {
  line_fa: string;
  line_en: string;
}
interface Props {
  value: Lines;
  hint?: string;
  onChange: (part: Partial<Lines>) => void;
}

export function LineFields({ value, hint, onChange }: Props) {
  return (
    <div className="desk-pair">
      <Field
        label={m.front_line_fa()}
        hint={hint}
        dir="rtl"
        lang="fa"
        maxLength={MAX_LINE_CHARS}
        value={value.line_fa}
        onChange={(event) => {
          onChange({ line_fa: event.target.value });
        }}
      />
      <Field
        label={m.front_line_en()}
        dir="ltr"
        lang="en"
        maxLength={MAX_LINE_CHARS}
        value={value.line_en}
        onChange={(event) => {
          onChange({ line_en: event.target.value });
        }}
      />
    </div>
  );
}
