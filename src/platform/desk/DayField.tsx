import { useId, useState } from 'react';
import { formatDate } from '../text/format.ts';
import { getLocale } from '../text/current-locale.ts';
import { m } from '../text/desk/messages.js';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { MonthGrid } from './MonthGrid.tsx';

interface Props {
  label: string;
  /** ISO days; a later one than `max` is not chosen. */
  value: string;
  max: string;
  /** No day may be chosen: ''. */
  isOptional?: boolean;
  onChange: (day: string) => void;
}

/** A day by the calendar of the language: Persian, or the browser's own field. */
export function DayField(props: Props) {
  const { label, value, max, isOptional = false, onChange } = props;
  if (getLocale() === 'fa') return <PersianDayField {...props} />;
  return (
    <Field
      label={label}
      type="date"
      max={max}
      value={value}
      onChange={(event) => {
        if (isOptional || event.target.value !== '') onChange(event.target.value);
      }}
    />
  );
}

function PersianDayField({ label, value, max, isOptional = false, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="desk-day">
      <span id={`${id}-label`}>{label}</span>
      <button
        id={id}
        type="button"
        className="desk-day-open"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {value === '' ? m.day_none() : formatDate(value)}
      </button>
      {isOptional && value !== '' && (
        <Button
          look="link"
          onClick={() => {
            onChange('');
          }}
        >
          {m.day_clear()}
        </Button>
      )}
      {isOpen && (
        <Dialog
          title={label}
          onClose={() => {
            setIsOpen(false);
          }}
        >
          <MonthGrid
            value={value === '' ? max : value}
            max={max}
            onChoose={(day) => {
              setIsOpen(false);
              onChange(day);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
