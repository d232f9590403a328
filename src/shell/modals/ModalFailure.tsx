import { Component, type ReactNode } from 'react';
import { m } from '../../platform/text/paraglide/messages.js';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import type { ModalState } from '../../platform/client/modal.ts';
import { takeReload } from '../../platform/client/intent.ts';
import { getModalHash } from './modal-hash.ts';

interface Props {
  modal: ModalState;
  onClose: () => void;
  children: ReactNode;
}

/** Spec 8.12: a modal whose code failed reloads the page once in 60 s, then says so. */
export class ModalFailure extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    if (!navigator.onLine || !takeReload()) return;
    const hash = getModalHash(this.props.modal, document.body.dataset, location.search);
    if (hash !== null) history.replaceState(history.state, '', hash);
    location.reload();
  }

  override render(): ReactNode {
    const { onClose, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <Dialog title={m.modal_failed()} onClose={onClose}>
        <Button
          onClick={() => {
            location.reload();
          }}
        >
          {m.modal_try_again()}
        </Button>
      </Dialog>
    );
  }
}
