import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { $gate } from '../../../platform/desk/gate.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getStaffSelf } from '../contract.ts';
import { FactorForm } from './FactorForm.tsx';
import { SignIn } from './SignIn.tsx';
import { useSelf } from './use-self.ts';

/** Over the page, which stays: a session that has ended, or a code that money and staff want again. */
export function GateDialog() {
  const gate = useStore($gate);
  const client = useQueryClient();
  const { answer } = useSelf();
  useEffect(() => {
    if (gate?.kind === 'sign-in') void client.invalidateQueries({ queryKey: [getStaffSelf.name] });
  }, [gate, client]);
  if (gate === null) return null;
  const { kind, settle } = gate;
  return (
    <Dialog
      title={kind === 'confirm' ? m.gate_confirm() : m.gate_sign_in()}
      onClose={() => {
        settle(false);
      }}
    >
      <p>{kind === 'confirm' ? m.gate_confirm_text() : m.gate_sign_in_text()}</p>
      {kind === 'confirm' ? (
        <FactorForm
          hasPasskey={answer?.self?.has_passkey === true}
          act={m.gate_confirm_do()}
          onOpen={() => {
            settle(true);
          }}
        />
      ) : (
        <SignIn
          onOpen={() => {
            settle(true);
          }}
        />
      )}
    </Dialog>
  );
}
