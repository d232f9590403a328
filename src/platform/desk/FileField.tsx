import { useId, useState } from 'react';
import { m } from '../text/desk/messages.js';
import { dropMarks } from '../text/drop-marks.ts';
import { FileInput } from './FileInput.tsx';

interface Props {
  label: string;
  hint: string;
  /** Types and ends of names, as `accept` has them. */
  accept: string;
  error?: string | null;
  onFile: (file: File) => void;
}

/** A file is dropped on the field or chosen by a press; the browser's own words are in its language, not the desk's. */
export function FileField({ label, hint, accept, error = null, onFile }: Props) {
  const [name, setName] = useState('');
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      <div className="desk-file" data-over={isOver || undefined}>
        <FileInput
          id={id}
          accept={accept}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-name ${id}-note`}
          setOver={setOver}
          onFile={(file) => {
            setName(dropMarks(file.name));
            onFile(file);
          }}
        />
        <p id={`${id}-name`}>{name === '' ? m.art_drop() : <bdi>{name}</bdi>}</p>
      </div>
      <p id={`${id}-note`} className={error === null ? 'desk-note' : 'desk-refusal'} role="status">
        {error ?? hint}
      </p>
    </div>
  );
}
