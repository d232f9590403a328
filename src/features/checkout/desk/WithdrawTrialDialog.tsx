import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { listTrialRules, withdrawTrialRule, type TrialRule } from '../trial-contract.ts';
import { describeTrial } from './TrialPanel.tsx';

/** `rule` has not begun. */
export function WithdrawTrialDialog({ rule, rev, onClose }: { rule: TrialRule; rev: number; onClose: () => void }) {
  const draft = useDraft(`untrial:${String(rule.id)}`, { reason: '' });
  const { reason } = draft.value;
  const finish = () => {
    draft.clear();
    onClose();
  };
  const act = useAct(withdrawTrialRule, [listTrialRules], [listTrialRules]);
  return (
    <Dialog title={m.trial_withdraw_title()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id: rule.id, rev, reason }, { onSuccess: finish });
        }}
      >
        <Facts
          rows={[
            [m.prices_from(), <Moment key="from" at={rule.starts_at} />],
            [m.trial_title(), describeTrial(rule.days)],
          ]}
        />
        <p>{m.trial_withdraw_note()}</p>
        <DraftNote isStored={draft.isStored} clear={draft.clear} />
        <ReasonField
          value={reason}
          onChange={(text) => {
            draft.change({ reason: text });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.prices_withdraw()}
        </Button>
      </form>
    </Dialog>
  );
}
