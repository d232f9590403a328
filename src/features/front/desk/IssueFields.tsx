import { toDayText } from '../../../platform/desk/moment-text.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatWeekday } from '../../../platform/text/format.ts';
import { isoDay } from '../../../platform/text/iso-day.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_NAME_CHARS } from '../contract.ts';
import { readIssueDay, type IssueDraft } from './issue-draft.ts';

interface Props {
  draft: IssueDraft;
  change: (part: Partial<IssueDraft>) => void;
}

const MAX_DAY_CHARS = 40;
const DAY_2026 = 1_795_000_000;

export function IssueFields({ draft, change }: Props) {
  const day = readIssueDay(draft.day);
  const name = (field: 'name_fa' | 'name_en', label: string) => (
    <Field
      label={label}
      dir={field === 'name_fa' ? 'rtl' : 'ltr'}
      lang={field === 'name_fa' ? 'fa' : 'en'}
      maxLength={MAX_NAME_CHARS}
      value={draft[field]}
      onChange={(event) => {
        change({ [field]: event.target.value });
      }}
    />
  );
  return (
    <>
      <div className="desk-pair">
        {name('name_fa', m.front_name_fa())}
        {name('name_en', m.front_name_en())}
      </div>
      <Field
        label={m.print_date()}
        hint={
          day === null
            ? m.print_date_hint({ example: toDayText(isoDay(DAY_2026)) })
            : `${formatWeekday(day).weekday} ${formatDate(day)}`
        }
        dir="ltr"
        autoComplete="off"
        maxLength={MAX_DAY_CHARS}
        value={draft.day}
        onChange={(event) => {
          change({ day: event.target.value });
        }}
      />
    </>
  );
}
