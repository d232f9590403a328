import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { api } from '../../../platform/client/island-api.ts';
import { createStepUp } from './step-up.ts';
import { useAwake } from '../../../platform/client/use-awake.ts';
import { CodeField } from './CodeField.tsx';
import { getLoginErrorText } from './login-error-text.ts';
import { Resend } from './Resend.tsx';

interface Props {
  error: string | null;
  resendAfter: number; // Seconds
}

/** The code as fields of a page's form (accounts/confirm-code.server.ts); complete without script. */
export function ConfirmFields({ error, resendAfter }: Props) {
  const [stepUp] = useState(() =>
    createStepUp(
      { api, locale: getLocale, now: Date.now },
      { open: true, error: error ?? undefined, resendAt: Date.now() + resendAfter * 1000 },
    ),
  );
  const state = useStore(stepUp.$stepUp, { ssr: 'initial' });
  const [root, awake] = useAwake<HTMLDivElement>();
  return (
    <div ref={root} className="login confirm-fields">
      <CodeField name="confirm_code" hint={m.confirm_sent()} error={getLoginErrorText(state.error)} busy={false} />
      <div className="login-more">
        <Resend key={state.resendAt} state={state} awake={awake} onResend={() => void stepUp.resend()} />
      </div>
    </div>
  );
}
