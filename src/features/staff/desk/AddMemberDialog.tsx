import { useState } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Mobile } from '../../../platform/desk/Parts.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { STAFF_ROLES } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { listApprovals, rehearseOwner, requestOwner } from '../../operator/approvals-contract.ts';
import { addStaff, listStaff } from '../contract.ts';
import { OwnerFacts } from './OwnerFacts.tsx';

export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const [mobile, setMobile] = useState('');
  const { value, key, isStored, change, clear } = useDraft('owner', { name: '', role: 'support', reason: '' });
  const { name, reason } = value;
  const role = STAFF_ROLES.find((option) => option === value.role) ?? 'support';
  const add = useAct(addStaff, [listStaff]);
  const rehearse = useAct(rehearseOwner);
  const request = useAct(requestOwner, [listApprovals]);
  const [rehearsedInput, setRehearsedInput] = useState('');
  const isOwner = role === 'owner';
  const isComplete = parseMobile(mobile) !== null && name.trim() !== '' && (!isOwner || isReason(reason));
  const wanted = { mobile, name };
  const text = JSON.stringify({ ...wanted, role, reason });
  const preview = isOwner && rehearsedInput === text ? rehearse.data?.data : undefined;
  const finish = () => {
    clear();
    onClose();
  };
  const go = () => {
    if (!isOwner) add.mutate({ ...wanted, role }, { onSuccess: finish });
    else if (preview !== undefined) request.mutate({ ...wanted, key, reason }, { onSuccess: clear });
    else {
      request.reset();
      setRehearsedInput(text);
      rehearse.mutate(wanted);
    }
  };
  if (request.isSuccess)
    return (
      <Dialog title={m.staff_add()} onClose={onClose}>
        <p role="status">{m.approval_sent()}</p>
        <Button onClick={onClose}>{m.refund_close()}</Button>
      </Dialog>
    );
  return (
    <StepDialog
      title={m.staff_add()}
      error={isOwner ? (rehearse.error ?? request.error) : add.error}
      next={{
        label: !isOwner ? m.staff_add_do() : preview === undefined ? m.refund_see() : m.approval_ask(),
        isReady: isComplete,
        isBusy: add.isPending || rehearse.isPending || request.isPending,
        go,
      }}
      back={
        preview === undefined
          ? null
          : {
              label: m.refund_back(),
              go: () => {
                setRehearsedInput('');
              },
            }
      }
      onClose={onClose}
    >
      {preview === undefined ? (
        <>
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
              onChange={(typed) => {
                change({ reason: typed });
              }}
            />
          )}
        </>
      ) : (
        <>
          <p>
            <b>
              <bdi>{preview.name}</bdi>
            </b>{' '}
            <Mobile number={parseMobile(mobile) ?? mobile} />
          </p>
          <OwnerFacts preview={preview} reason={reason} />
        </>
      )}
    </StepDialog>
  );
}
