import { useState } from 'react';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { hasPasskeys, openByPasskey } from './use-passkey.ts';

interface Props {
  hasPasskey: boolean;
  /** Of the button of a code. */
  act?: string;
  onOpen: (recovery: readonly string[] | null) => void;
}

/** The second factor that the member has: a passkey, or a code. */
export function FactorForm({ hasPasskey, act, onOpen }: Props) {
  const [byCode, setByCode] = useState(!hasPasskey || !hasPasskeys());
  if (byCode) return <CodeForm {...(act !== undefined && { act })} onOpen={onOpen} />;
  return (
    <div className="desk-form">
      <PasskeyButton
        text={m.passkey_use()}
        run={openByPasskey}
        onDone={() => {
          onOpen(null);
        }}
      />
      <Button
        look="link"
        onClick={() => {
          setByCode(true);
        }}
      >
        {m.passkey_code()}
      </Button>
    </div>
  );
}
