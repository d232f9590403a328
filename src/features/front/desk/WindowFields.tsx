import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { readMoment } from '../../../platform/text/moment.ts';

interface Texts {
  starts: string;
  ends: string;
}

/** From when until when something is shown; both may be empty. */
export function WindowFields({ value, onChange }: { value: Texts; onChange: (part: Partial<Texts>) => void }) {
  const [start, end] = [readMoment(value.starts), readMoment(value.ends)];
  return (
    <>
      <div className="desk-pair">
        <MomentField
          label={m.front_starts()}
          value={value.starts}
          onChange={(starts) => {
            onChange({ starts });
          }}
        />
        <MomentField
          label={m.front_ends()}
          value={value.ends}
          onChange={(ends) => {
            onChange({ ends });
          }}
        />
      </div>
      <p className="desk-note">{m.front_window_note()}</p>
      {start !== null && end !== null && end <= start && (
        <p className="desk-refusal" role="alert">
          {m.front_window_wrong()}
        </p>
      )}
    </>
  );
}
