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
import { extendAccount, getAccount, MAX_COMPENSATION_DAYS } from '../accounts-contract.ts';

const readDays = (typed: string) => Number(readWhole(typed) ?? 0);

/** Days for one person: first what would happen, then the act. */
export function ExtendDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const steps = useSteps({
    form: `days:${String(id)}`,
    empty: { typed: '', reason: '' },
    read: ({ typed, reason }, key): Input<typeof extendAccount> | null => {
      const days = readDays(typed);
      return days >= 1 && days <= MAX_COMPENSATION_DAYS && isReason(reason) ? { id, key, days, reason } : null;
    },
    rehearse: useAct(extendAccount),
    rehearsal: { rehearse: true },
    make: useAct(extendAccount, [getAccount]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.extend_open()}
      {...{ steps, onClose }}
      label={m.extend_do({ number: formatNumber(readDays(draft.typed)) })}
      facts={({ until_before: before, until_after: after }) => (
        <Facts
          rows={[
            [m.extend_before(), <Moment key="before" at={before} />],
            [m.extend_after(), <Moment key="after" at={after} />],
            [m.reason_label(), <bdi key="reason">{draft.reason}</bdi>],
          ]}
        />
      )}
    >
      <Field
        label={m.extend_days()}
        hint={m.extend_days_hint({ most: formatNumber(MAX_COMPENSATION_DAYS) })}
        inputMode="numeric"
        dir="ltr"
        value={draft.typed}
        onChange={(event) => {
          change({ typed: event.target.value });
        }}
      />
      <ReasonField
        hint={m.reason_hint_owner()}
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </Steps>
  );
}
