import { useState } from 'react';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_CASE_DAYS } from '../cases.ts';
import { approveCompensation, getCompensation, listCompensations, refuseCompensation } from '../desk-contract.ts';

const CHANGED = [getCompensation, listCompensations];

export function DecisionForm({ data }: { data: Output<typeof getCompensation>['data'] }) {
  const [typed, setTyped] = useState(String(data.days));
  const [reason, setReason] = useState('');
  const approve = useAct(approveCompensation, CHANGED, CHANGED);
  const refuse = useAct(refuseCompensation, CHANGED, CHANGED);
  const days = Number(readWhole(typed) ?? 0);
  const { people } = data.reach;
  const isReady = people !== null && people > 0 && days >= 1 && days <= MAX_CASE_DAYS;
  return (
    <div className="desk-stack">
      {people !== null && people > 0 && (
        <form
          className="desk-form"
          onSubmit={(event) => {
            event.preventDefault();
            refuse.reset();
            approve.mutate({ id: data.id, days, people });
          }}
        >
          <Field
            label={m.compensation_days()}
            hint={m.extend_days_hint({ most: formatNumber(MAX_CASE_DAYS) })}
            inputMode="numeric"
            dir="ltr"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
          {people * days > data.alone_days && (
            <p className="desk-note">{m.compensation_two({ most: formatNumber(data.alone_days) })}</p>
          )}
          <Button type="submit" disabled={!isReady} busy={approve.isPending}>
            {m.compensation_approve({ people: formatNumber(people), days: formatNumber(days) })}
          </Button>
        </form>
      )}
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          approve.reset();
          refuse.mutate({ id: data.id, reason });
        }}
      >
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={approve.error ?? refuse.error} />
        <Button look="line" type="submit" disabled={!isReason(reason)} busy={refuse.isPending}>
          {m.compensation_refuse()}
        </Button>
      </form>
    </div>
  );
}
