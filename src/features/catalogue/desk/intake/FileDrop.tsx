import { useId } from 'react';
import { m } from '../../../../platform/text/desk/messages.js';

export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  return (
    <div className="desk-field">
      <label htmlFor={id}>{m.intake_choose()}</label>
      <input
        id={id}
        className="desk-file"
        type="file"
        accept=".xlsx,.csv,.tsv,.txt,.jsonl,.ndjson,.json,text/csv,text/plain"
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onFile(file);
          event.target.value = '';
        }}
      />
      <p id={`${id}-note`} className="desk-note">
        {m.intake_choose_note()}
      </p>
    </div>
  );
}
