import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { readMoment } from '../../../platform/text/moment.ts';

export interface StartDraft {
  starts: 'now' | 'later';
  from: string;
}
export const LATER: StartDraft = { starts: 'later', from: '' };

/** From when on an act counts: at once, or at a time. */
export function StartFields({ draft, change }: { draft: StartDraft; change: (part: Partial<StartDraft>) => void }) {
  return (
    <div className="desk-pair">
      <Select
        label={m.codes_starts()}
        value={draft.starts}
        options={[
          ['later', m.codes_starts_later()],
          ['now', m.codes_starts_now()],
        ]}
        onChange={(starts) => {
          change({ starts });
        }}
      />
      {draft.starts === 'later' && (
        <MomentField
          label={m.prices_start_time()}
          value={draft.from}
          onChange={(from) => {
            change({ from });
          }}
        />
      )}
    </div>
  );
}

/** Epoch seconds, null for at once; undefined until a time is typed. */
export function readStart({ starts, from }: StartDraft): number | null | undefined {
  return starts === 'now' ? null : (readMoment(from) ?? undefined);
}
