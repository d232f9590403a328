import { useState } from 'react';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { nameRole } from '../../../platform/desk/role-name.ts';
import { useAct } from '../../../platform/desk/use-call.ts';
import { STAFF_ROLES, type StaffRole } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { addStaff, listStaff } from '../contract.ts';

/** An owner is made by a token of the settings alone, so the role is not offered. */
const OFFERED = STAFF_ROLES.filter((role) => role !== 'owner');

export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const [mobile, setMobile] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<StaffRole>('support');
  const add = useAct(addStaff, [listStaff]);
  return (
    <Dialog title={m.staff_add()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ mobile, name, role }, { onSuccess: onClose });
        }}
      >
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
            setName(event.target.value);
          }}
        />
        <Select
          label={m.staff_role()}
          value={role}
          options={OFFERED.map((key) => [key, nameRole(key)] as const)}
          onChange={setRole}
        />
        <Refusal error={add.error} />
        <Button type="submit" disabled={parseMobile(mobile) === null || name.trim() === ''} busy={add.isPending}>
          {m.staff_add_do()}
        </Button>
      </form>
    </Dialog>
  );
}
