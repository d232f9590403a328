import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { addTrialRule, listTrialRules, MAX_TRIAL_DAYS } from '../trial-contract.ts';
import { LATER, readStart, StartFields, StartTime, type StartDraft } from './StartFields.tsx';
import { describeTrial } from './TrialPanel.tsx';

type Draft = StartDraft & { days: string; reason: string };
const EMPTY: Draft = { ...LATER, days: '', reason: '' };

/** `rev` is that of the list, which a refusal reads again. */
export function TrialDialog({ rev, onClose }: { rev: number; onClose: () => void }) {
  const steps = useSteps({
    form: 'trial',
    empty: EMPTY,
    read: (typed, key) => readDraft(typed, key, rev),
    rehearse: useAct(addTrialRule, [], [listTrialRules]),
    rehearsal: { rehearse: true },
    make: useAct(addTrialRule, [listTrialRules], [listTrialRules]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.trial_change_title()}
      {...{ steps, onClose }}
      label={m.trial_do()}
      facts={({ before, after, starts_at: from, ends_at: until }) => (
        <>
          <Facts
            rows={[
              [m.prices_before(), describeTrial(before)],
              [m.prices_after(), describeTrial(after)],
              [m.prices_from(), <StartTime key="from" starts={draft.starts} at={from} />],
              [m.prices_until(), until === null ? m.trial_until_next() : <Moment key="until" at={until} />],
            ]}
          />
          <p className="desk-note">{m.trial_note()}</p>
        </>
      )}
    >
      <Field
        label={m.trial_days()}
        hint={m.trial_days_hint({ most: formatNumber(MAX_TRIAL_DAYS) })}
        inputMode="numeric"
        dir="ltr"
        value={draft.days}
        onChange={(event) => {
          change({ days: event.target.value });
        }}
      />
      <StartFields {...{ draft, change }} />
      <ReasonField
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </Steps>
  );
}

/** Null until the form says days, a time and why. */
function readDraft(
  { days: text, reason, ...start }: Draft,
  key: string,
  rev: number,
): Input<typeof addTrialRule> | null {
  const days = Number(readWhole(text) ?? Number.NaN);
  const startsAt = readStart(start);
  if (!Number.isSafeInteger(days) || days < 0 || days > MAX_TRIAL_DAYS) return null;
  return startsAt === undefined || !isReason(reason) ? null : { key, rev, starts_at: startsAt, days, reason };
}
