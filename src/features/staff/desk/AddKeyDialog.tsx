import { useState } from 'react';
import { Code } from '../../../platform/desk/Parts.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useAct } from '../../../platform/desk/use-call.ts';
import type { Permission } from '../../../platform/http/calls/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { addKey, listKeys } from '../contract.ts';
import { PermissionName } from './PermissionName.tsx';

/** The secret is in the answer alone, and is shown until the dialog is closed. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const offered = usePermissions();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const add = useAct(addKey, [listKeys]);
  if (add.data) {
    return (
      <Dialog title={m.keys_add()} onClose={onClose}>
        <div className="desk-form">
          <p>{m.keys_once()}</p>
          <p className="desk-secret">
            <Code text={add.data.data.secret} />
          </p>
          <Button onClick={onClose}>{m.recovery_read()}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={m.keys_add()} wide onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ name, permissions: [...chosen] });
        }}
      >
        <Field
          label={m.person_name()}
          hint={m.keys_name_hint()}
          dir="ltr"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <fieldset className="desk-checks">
          <legend>{m.keys_may()}</legend>
          {offered.map((permission) => (
            <label key={permission}>
              <input
                type="checkbox"
                checked={chosen.includes(permission)}
                onChange={({ target: { checked } }) => {
                  setChosen(checked ? [...chosen, permission] : chosen.filter((other) => other !== permission));
                }}
              />
              <PermissionName permission={permission} />
            </label>
          ))}
        </fieldset>
        <Refusal error={add.error} />
        <Button type="submit" disabled={name === '' || chosen.length === 0} busy={add.isPending}>
          {m.keys_add_do()}
        </Button>
      </form>
    </Dialog>
  );
}
