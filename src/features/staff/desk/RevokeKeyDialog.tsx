import { Code, Facts } from '../../../platform/desk/Parts.tsx';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { listKeys, revokeKey, type StaffKey } from '../contract.ts';

export function RevokeKeyDialog({ staffKey, onClose }: { staffKey: StaffKey; onClose: () => void }) {
  const { id, name, added_by: maker } = staffKey;
  const act = useAct(revokeKey, [listKeys]);
  return (
    <ReasonDialog
      draft={`unkey:${String(id)}`}
      title={m.keys_revoke_title()}
      label={m.keys_revoke_do()}
      act={act}
      send={(reason, onSuccess) => {
        act.mutate({ id, reason }, { onSuccess });
      }}
      onClose={onClose}
    >
      <Facts
        rows={[
          [m.person_name(), <Code key="name" text={name} />],
          [m.keys_by(), <bdi key="by">{nameMember(maker)}</bdi>],
        ]}
      />
      <p>{m.keys_revoke_note()}</p>
    </ReasonDialog>
  );
}
