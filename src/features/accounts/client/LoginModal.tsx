import { use } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { getAddressAfterLogin } from './login.ts';
import { closeModal, leaveTo, type ModalNamed } from '../../../platform/client/modal.ts';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { ModalSettingsContext } from '../../../platform/client/modal-settings.ts';
import css from '../login.css?inline';
import { LoginForm } from './LoginForm.tsx';

/** The login modal (spec 2.36 to 2.39). */
export function LoginModal({ mobile, message, ...after }: Omit<ModalNamed<'login'>, 'name'>) {
  const { terms, trialDays } = use(ModalSettingsContext);
  useStyles(css);
  return (
    <Dialog title={m.login_title()} onClose={closeModal}>
      <LoginForm
        mobile={mobile ?? ''}
        message={message}
        terms={terms}
        trialDays={trialDays}
        onDone={() => {
          leaveTo(getAddressAfterLogin(after, location));
        }}
      />
    </Dialog>
  );
}
