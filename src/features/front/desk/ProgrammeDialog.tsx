import { useState } from 'react';
import { Select } from '../../../platform/desk/Select.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDigits, formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_NAME_CHARS } from '../contract.ts';
import { readTitleRefs } from '../read-title-refs.ts';
import { TitleRefField } from './TitleRefField.tsx';
import { readClock, readMinutes, writeClock, type DraftProgramme } from './week-draft.ts';
import { listDays } from './week-words.ts';

interface Props {
  programme: DraftProgramme;
  isNew: boolean;
  onDone: (programme: DraftProgramme) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Writes into the draft: the week's own save sends it. A programme that names no title keeps its folder of media. */
export function ProgrammeDialog({ programme, isNew, onDone, onRemove, onClose }: Props) {
  const [draft, setDraft] = useState({
    ...{ day: String(programme.day), start: formatDigits(writeClock(programme.start)) },
    ...{ minutes: formatPlain(programme.minutes), name_fa: programme.name_fa, name_en: programme.name_en },
    title: programme.title_id === null ? '' : formatPlain(programme.title_id),
  });
  const [start, minutes] = [readClock(draft.start), readMinutes(draft.minutes)];
  const { ids } = readTitleRefs(draft.title);
  const [id = null] = ids;
  const hasNames = draft.name_fa.trim() !== '' && draft.name_en.trim() !== '';
  const isReady = start !== null && minutes !== null && hasNames && (draft.title.trim() === '' || ids.length === 1);
  const field = (name: 'start' | 'minutes' | 'name_fa' | 'name_en', label: string, hint?: string) => (
    <Field
      {...{ label, hint }}
      dir={name === 'name_fa' ? 'rtl' : 'ltr'}
      lang={name === 'name_fa' ? 'fa' : 'en'}
      maxLength={MAX_NAME_CHARS}
      value={draft[name]}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.target.value });
      }}
    />
  );
  return (
    <Dialog title={isNew ? m.weeks_add() : m.weeks_move()} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          const { name_fa, name_en } = draft;
          const title = id === programme.title_id ? programme.title : null;
          onDone({ ...programme, day: Number(draft.day), start, minutes, name_fa, name_en, title_id: id, title });
        }}
      >
        <div className="desk-pair">
          <Select<string>
            label={m.weeks_day()}
            value={draft.day}
            options={listDays().map((name, day) => [String(day), name] as const)}
            onChange={(day) => {
              setDraft({ ...draft, day });
            }}
          />
          {field('start', m.weeks_start(), m.weeks_start_hint())}
          {field('minutes', m.weeks_minutes())}
        </div>
        <div className="desk-pair">
          {field('name_fa', m.front_name_fa())}
          {field('name_en', m.front_name_en())}
        </div>
        <TitleRefField
          value={draft.title}
          hint={m.weeks_title_hint()}
          onChange={(title) => {
            setDraft({ ...draft, title });
          }}
        />
        <div className="desk-buttons">
          <Button type="submit" disabled={!isReady}>
            {m.front_ready()}
          </Button>
          {!isNew && (
            <Button look="line" onClick={onRemove}>
              {m.front_remove()}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
