import { useStore } from '@nanostores/react';
import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { api } from '../../../platform/client/island-api.ts';
import { createStepUp, type StepUp } from './step-up.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { CodeField } from './CodeField.tsx';
import { getLoginErrorText } from './login-error-text.ts';
import css from '../login.css?inline';
import { Resend } from './Resend.tsx';

/** The step-up of one modal; closing the modal cancels waiting calls. */
export function useStepUp(): StepUp {
  const [stepUp] = useState(() => createStepUp({ api, locale: getLocale, now: Date.now }));
  useEffect(() => stepUp.cancel, [stepUp]);
  return stepUp;
}

export function StepUpPrompt({ stepUp }: { stepUp: StepUp }) {
  const { open } = useStore(stepUp.$stepUp);
  return open ? <Prompt stepUp={stepUp} /> : null;
}

function Prompt({ stepUp }: { stepUp: StepUp }) {
  const state = useStore(stepUp.$stepUp);
  const id = useId();
  useStyles(css);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('confirm_code');
    if (typeof code === 'string') void stepUp.submit(code);
  };
  return (
    <form className="login" noValidate aria-labelledby={id} onSubmit={onSubmit}>
      <h3 id={id}>{m.confirm_title()}</h3>
      <CodeField
        name="confirm_code"
        hint={m.confirm_sent()}
        error={getLoginErrorText(state.error)}
        busy={state.busy}
        onCode={(code) => void stepUp.submit(code)}
      />
      <Button type="submit" busy={state.busy}>
        {m.confirm_submit()}
      </Button>
      <div className="login-more">
        <Resend key={state.resendAt} state={state} awake onResend={() => void stepUp.resend()} />
        <Button look="link" onClick={stepUp.cancel}>
          {m.confirm_cancel()}
        </Button>
      </div>
    </form>
  );
}
