import { useState } from 'react';
import { askApi } from '../../../platform/desk/call-desk.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { logout } from '../../accounts/contract/auth.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { AccountCodeForm } from './AccountCodeForm.tsx';
import { CodeForm } from './CodeForm.tsx';
import { Enrol } from './Enrol.tsx';
import { FactorForm } from './FactorForm.tsx';
import { MobileForm } from './MobileForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSelf } from './use-self.ts';

/** Mobile, code of the SMS, second factor: the step that is missing. `onOpen`: the desk is open. */
export function SignIn({ onOpen }: { onOpen: () => void }) {
  const { answer, ask } = useSelf();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = (recovery: readonly string[] | null) => {
    if (recovery === null) void ask().then(onOpen);
    else setCodes(recovery);
  };
  if (codes !== null)
    return (
      <>
        <h2>{m.recovery_title()}</h2>
        <RecoveryCodes codes={codes} onRead={() => void ask().then(onOpen)} />
      </>
    );
  if (answer === undefined) return <p aria-busy="true">{m.state_loading()}</p>;
  const { self, error } = answer;
  if (self !== null) {
    const { has_factor: hasCodes, has_passkey: hasPasskey, needs_recovery: needsRecovery } = self;
    if (self.needs_code) return <AccountCodeForm onDone={() => void ask()} />;
    if (needsRecovery)
      return (
        <div className="desk-stack">
          <p>{m.recovery_needed()}</p>
          <CodeForm label={m.recovery_code()} onOpen={finish} />
        </div>
      );
    return hasCodes || hasPasskey ? (
      <FactorForm hasPasskey={hasPasskey} onOpen={finish} />
    ) : (
      <Enrol offersPasskey onOpen={finish} />
    );
  }
  if (error.status === 401) return <MobileForm onDone={() => void ask()} />;
  const isStranger = error.code === 'staff_unknown';
  return (
    <div className="desk-form">
      <p role="alert">{isStranger ? m.sign_in_stranger() : m.state_network()}</p>
      <Button
        look="line"
        onClick={() => {
          void (isStranger ? askApi(logout, {}) : Promise.resolve()).then(ask);
        }}
      >
        {isStranger ? m.sign_in_else() : m.state_again()}
      </Button>
    </div>
  );
}
