import { useState } from 'react';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { listPasskeys, removePasskey, renamePasskey, type Passkey } from '../passkeys-contract.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { createPasskey } from './use-passkey.ts';

const MAX_NAME_CHARS = 60;

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog title={m.passkey_add()} onClose={onClose}>
      <div className="desk-form">
        <p>{m.passkey_text()}</p>
        <NameField name={name} onChange={setName} />
        <PasskeyButton
          text={m.passkey_make()}
          disabled={name.trim() === ''}
          run={() => createPasskey(name, false)}
          onDone={onClose}
        />
      </div>
    </Dialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useAct(renamePasskey, [listPasskeys]);
  return (
    <Dialog title={m.passkey_rename()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ id: passkey.id, name }, { onSuccess: onClose });
        }}
      >
        <NameField name={name} onChange={setName} />
        <Refusal error={rename.error} />
        <Button type="submit" disabled={name.trim() === ''} busy={rename.isPending}>
          {m.passkey_rename_do()}
        </Button>
      </form>
    </Dialog>
  );
}

/** The server refuses to remove the last way in. */
export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useAct(removePasskey, [listPasskeys]);
  return (
    <Dialog title={m.passkey_remove()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate({ id: passkey.id }, { onSuccess: onClose });
        }}
      >
        <p>
          <b>
            <bdi>{passkey.name}</bdi>
          </b>
        </p>
        <p>{m.passkey_remove_text()}</p>
        <Refusal error={remove.error} />
        <div className="desk-buttons">
          <Button type="submit" busy={remove.isPending}>
            {m.passkey_remove_do()}
          </Button>
          <Button look="line" onClick={onClose}>
            {m.passkey_keep()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <Field
      label={m.person_name()}
      hint={m.passkey_name_hint()}
      value={name}
      maxLength={MAX_NAME_CHARS}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}
