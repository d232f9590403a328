import * as v from 'valibot';
import { MAX_REASON_CHARS, reason } from '../http/calls/reason.ts';
import { m } from '../text/desk/messages.js';
import { Field } from '../ui/Field.tsx';

interface Props {
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  label?: string;
}

export const isReason = (text: string): boolean => v.is(reason, text);

export function ReasonField({ value, onChange, hint = m.reason_hint(), label = m.reason_label() }: Props) {
  return (
    <Field
      label={label}
      hint={hint}
      value={value}
      maxLength={MAX_REASON_CHARS}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}
