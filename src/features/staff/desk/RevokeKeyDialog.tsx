import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Code, Facts } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { listKeys, revokeKey, type StaffKey } from '../contract.ts';

export function RevokeKeyDialog({ staffKey, onClose }: { staffKey: StaffKey; onClose: () => void }) {
  const { id, name, added_by: maker } = staffKey;
  const draft = useDraft(`unkey:${String(id)}`, { reason: '' });
  const { reason } = draft.value;
  const act = useAct(revokeKey, [listKeys]);
  const finish = () => {
    draft.clear();
    onClose();
  };
  return (
    <Dialog title={m.keys_revoke_title()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id, reason }, { onSuccess: finish });
        }}
      >
        <Facts
          rows={[
            [m.person_name(), <Code key="name" text={name} />],
            [m.keys_by(), <bdi key="by">{nameMember(maker)}</bdi>],
          ]}
        />
        <p>{m.keys_revoke_note()}</p>
        <DraftNote isStored={draft.isStored} clear={draft.clear} />
        <ReasonField
          value={reason}
          onChange={(text) => {
            draft.change({ reason: text });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {m.keys_revoke_do()}
        </Button>
      </form>
    </Dialog>
  );
}
