import { m } from '../i18n/paraglide/messages.js';
import { closeModal } from '../stores/modal.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

/** Spec 2.48: what is not there yet. */
export function SoonModal() {
  return (
    <Dialog title={m.soon_title()} onClose={closeModal}>
      <p>{m.soon_text()}</p>
      <Button onClick={closeModal}>{m.modal_close()}</Button>
    </Dialog>
  );
}
