import { Component, type ReactNode } from 'react';
import { m } from '../../platform/text/paraglide/messages.js';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import type { ModalState } from '../../platform/client/modal.ts';
import { mayReload, RELOAD_KEY } from '../../platform/client/intent.ts';
import { hashOfModal } from './modal-of-hash.ts';

interface Props {
  modal: ModalState;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Stands in for a modal whose code did not come: one reload at most in 60 s (spec 8.12), after which it opens again, then
 * a word about it.
 */
export class ModalFailure extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    if (!navigator.onLine || !mayReload(Date.now(), sessionStorage.getItem(RELOAD_KEY))) return;
    sessionStorage.setItem(RELOAD_KEY, String(Date.now()));
    const hash = hashOfModal(this.props.modal, document.body.dataset, location.search);
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
