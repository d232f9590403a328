import { LONG_CODE_LENGTH } from '../config.ts';
import { formatMobile } from '../../../platform/text/mobile.ts';
import { formatDigits } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Login, LoginState } from './login.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CodeField } from './CodeField.tsx';
import { getLoginErrorText } from './login-error-text.ts';
import { Resend } from './Resend.tsx';

/** Keeps a number left to right inside Persian text. */
const isolated = (text: string) => `\u2066${text}\u2069`;

/** Code entry: the last digit submits (spec 4.12). Ten digits if too many codes were requested for the mobile. */
export function CodeStep({ state, awake, login }: { state: LoginState; awake: boolean; login: Login }) {
  const isLong = state.digits === LONG_CODE_LENGTH;
  const mobile = isolated(formatDigits(formatMobile(state.mobile)));
  return (
    <>
      <CodeField
        name="password"
        digits={state.digits}
        label={isLong ? m.login_long_code_label() : m.login_code_label()}
        hint={isLong ? m.login_long_code_sent({ mobile }) : m.login_code_sent({ mobile })}
        error={getLoginErrorText(state.errors.password)}
        busy={state.busy}
        onCode={(digits) => void login.submit(digits)}
      />
      <input type="hidden" name="mobile" value={state.mobile} />
      <Button type="submit" name="step" value="code" busy={state.busy}>
        {m.login_submit()}
      </Button>
      <div className="login-more">
        <Resend key={state.resendAt} state={state} awake={awake} onResend={() => void login.resend()} />
        <Button
          look="link"
          type="submit"
          name="step"
          value="edit"
          formNoValidate
          onClick={(event) => {
            event.preventDefault();
            login.edit();
          }}
        >
          {m.login_edit()}
        </Button>
      </div>
    </>
  );
}
