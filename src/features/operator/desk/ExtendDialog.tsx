import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { extendAccount, getAccount, MAX_COMPENSATION_DAYS } from '../accounts-contract.ts';

/** Days for one person: first what would happen, then the act. */
export function ExtendDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { value, key, isStored, change, clear } = useDraft(`days:${String(id)}`, { typed: '', reason: '' });
  const { typed, reason } = value;
  const rehearse = useAct(extendAccount);
  const extend = useAct(extendAccount, [getAccount]);
  const days = Number(readWhole(typed) ?? 0);
  const isReady = days >= 1 && days <= MAX_COMPENSATION_DAYS && isReason(reason);
  const preview = rehearse.data?.data;
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog title={m.extend_open()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          const input = { id, key, days, reason };
          if (preview === undefined) rehearse.mutate({ ...input, rehearse: true });
          else extend.mutate(input, { onSuccess: finish });
        }}
      >
        <DraftNote isStored={isStored && preview === undefined} clear={clear} />
        <Field
          label={m.extend_days()}
          hint={m.extend_days_hint({ most: formatNumber(MAX_COMPENSATION_DAYS) })}
          inputMode="numeric"
          dir="ltr"
          value={typed}
          onChange={(event) => {
            change({ typed: event.target.value });
            rehearse.reset();
          }}
        />
        <ReasonField
          hint={m.reason_hint_owner()}
          value={reason}
          onChange={(text) => {
            change({ reason: text });
            rehearse.reset();
          }}
        />
        {preview && (
          <Facts
            rows={[
              [m.extend_before(), <Moment key="before" at={preview.until_before} />],
              [m.extend_after(), <Moment key="after" at={preview.until_after} />],
            ]}
          />
        )}
        <Refusal error={rehearse.error ?? extend.error} />
        <Button type="submit" disabled={!isReady} busy={rehearse.isPending || extend.isPending}>
          {preview === undefined ? m.refund_see() : m.extend_do({ number: formatNumber(days) })}
        </Button>
      </form>
    </Dialog>
  );
}
