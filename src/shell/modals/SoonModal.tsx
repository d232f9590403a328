import { m } from '../../platform/text/paraglide/messages.js';
import { closeModal } from '../../platform/client/modal.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';

/** Spec 2.48. */
export function SoonModal() {
  return (
    <Dialog title={m.soon_title()} onClose={closeModal}>
      <p>{m.soon_text()}</p>
      <Button onClick={closeModal}>{m.modal_close()}</Button>
    </Dialog>
  );
}
