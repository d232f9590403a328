import { useState } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { STAFF_ROLES } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { listApprovals, requestOwner } from '../../operator/approvals-contract.ts';
import { addStaff, listStaff } from '../contract.ts';

export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const [mobile, setMobile] = useState('');
  const { value, key, isStored, change, clear } = useDraft('owner', { name: '', role: 'support', reason: '' });
  const { name, reason } = value;
  const role = STAFF_ROLES.find((option) => option === value.role) ?? 'support';
  const add = useAct(addStaff, [listStaff]);
  const request = useAct(requestOwner, [listApprovals]);
  const isOwner = role === 'owner';
  const isComplete = parseMobile(mobile) !== null && name.trim() !== '' && (!isOwner || isReason(reason));
  const finish = () => {
    clear();
    onClose();
  };
  if (request.isSuccess)
    return (
      <Dialog title={m.staff_add()} onClose={onClose}>
        <p role="status">{m.approval_sent()}</p>
        <Button onClick={onClose}>{m.refund_close()}</Button>
      </Dialog>
    );
  return (
    <Dialog title={m.staff_add()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isOwner) request.mutate({ key, mobile, name, reason }, { onSuccess: clear });
          else add.mutate({ mobile, name, role }, { onSuccess: finish });
        }}
      >
        <DraftNote isStored={isStored} clear={clear} />
        <Field
          label={m.person_mobile()}
          hint={m.staff_mobile_hint()}
          inputMode="tel"
          dir="ltr"
          value={mobile}
          onChange={(event) => {
            setMobile(event.target.value);
          }}
        />
        <Field
          label={m.person_name()}
          hint={m.staff_name_hint()}
          value={name}
          maxLength={60}
          onChange={(event) => {
            change({ name: event.target.value });
          }}
        />
        <Select
          label={m.staff_role()}
          value={role}
          options={STAFF_ROLES.map((key) => [key, nameRole(key)] as const)}
          onChange={(option) => {
            change({ role: option });
          }}
        />
        {isOwner && (
          <ReasonField
            value={reason}
            hint={m.staff_owner_two()}
            onChange={(text) => {
              change({ reason: text });
            }}
          />
        )}
        <Refusal error={isOwner ? request.error : add.error} />
        <Button type="submit" disabled={!isComplete} busy={add.isPending || request.isPending}>
          {isOwner ? m.approval_ask() : m.staff_add_do()}
        </Button>
      </form>
    </Dialog>
  );
}
