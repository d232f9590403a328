import { use } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { DraftOwner, useDraft } from '../../../platform/desk/use-draft.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_CASE_DAYS } from '../cases.ts';
import { approveCompensation, getCompensation, listCompensations, refuseCompensation } from '../desk-contract.ts';

const CHANGED = [getCompensation, listCompensations];
export const nameDraft = (id: number) => `decision:${String(id)}`;

export function DecisionForm({ data }: { data: Output<typeof getCompensation>['data'] }) {
  const draft = useDraft(nameDraft(data.id), { typed: formatPlain(data.days), reason: '' });
  const { typed, reason } = draft.value;
  const approve = useAct(approveCompensation, CHANGED, CHANGED);
  const refuse = useAct(refuseCompensation, CHANGED, CHANGED);
  const days = Number(readWhole(typed) ?? 0);
  const { people } = data.reach;
  const isOwnProposal = data.proposer === `person:${use(DraftOwner)}`;
  const most = isOwnProposal ? MAX_CASE_DAYS : data.days;
  const isReady = people !== null && people > 0 && !data.is_own && days >= 1 && days <= most;
  return (
    <div className="desk-stack">
      <DraftNote isStored={draft.isStored} clear={draft.clear} />
      {people !== null && people > 0 && (
        <form
          className="desk-form"
          onSubmit={(event) => {
            event.preventDefault();
            refuse.reset();
            approve.mutate({ id: data.id, days, people }, { onSuccess: draft.clear });
          }}
        >
          <Field
            label={m.compensation_days()}
            hint={m.extend_days_hint({ most: formatNumber(most) })}
            inputMode="numeric"
            dir="ltr"
            value={typed}
            onChange={(event) => {
              draft.change({ typed: event.target.value });
            }}
          />
          {data.is_own && <p className="desk-note">{m.compensation_own()}</p>}
          {isOwnProposal && people * days > data.alone_days && (
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
          refuse.mutate({ id: data.id, reason }, { onSuccess: draft.clear });
        }}
      >
        <ReasonField
          value={reason}
          onChange={(text) => {
            draft.change({ reason: text });
          }}
        />
        <Refusal error={approve.error ?? refuse.error} />
        <Button look="line" type="submit" disabled={!isReason(reason)} busy={refuse.isPending}>
          {m.compensation_refuse()}
        </Button>
      </form>
    </div>
  );
}
