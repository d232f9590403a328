import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { readMoment } from '../../../platform/text/moment.ts';

export type StartDraft = { starts: 'now' | 'later'; from: string };
export const LATER: StartDraft = { starts: 'later', from: '' };

interface Props {
  draft: StartDraft;
  change: (part: Partial<StartDraft>) => void;
  /** Of both fields, where it is not a beginning. */
  name?: string;
  time?: string;
}

/** From when on an act counts: at once, or at a time. */
export function StartFields({ draft, change, name = m.codes_starts(), time = m.prices_start_time() }: Props) {
  return (
    <div className="desk-pair">
      <Select
        label={name}
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
          label={time}
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

/** `at`: of a preview; at once it is that of the press. */
export function StartTime({ starts, at }: { starts: StartDraft['starts']; at: number }) {
  return starts === 'now' ? m.codes_starts_now() : <Moment at={at} />;
}
