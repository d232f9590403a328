import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  $modal,
  closeModal,
  followHistory,
  modalOfDataset,
  openModal,
  openModalOfHash,
} from '../../platform/client/modal.ts';
import { useStyles } from '../../platform/ui/use-styles.ts';
import { isPlain } from '../../platform/client/intent.ts';
import css from './modal-host.css?inline';
import { ModalFailure } from './ModalFailure.tsx';
import { ModalSettingsContext, type ModalSettings } from '../../platform/client/modal-settings.ts';
import { modalOfHash } from './modal-of-hash.ts';
import { MODAL_CODE, renderModal } from './modals.tsx';
import { useAwake } from '../../platform/client/use-awake.ts';

/**
 * The one place where modals are shown. Opened by `openModal`, by a press on an element with `data-modal`, or by the
 * address's hash; the server renders nothing but a mark.
 */
export function ModalHost(settings: ModalSettings) {
  const modal = useStore($modal, { ssr: 'initial' });
  useStyles(css);
  useEffect(listen, []);
  const [mark] = useAwake<HTMLSpanElement>();
  return (
    <ModalSettingsContext value={settings}>
      <span ref={mark} hidden />
      {modal && (
        <ModalFailure key={modal.name} modal={modal} onClose={closeModal}>
          {renderModal(modal)}
        </ModalFailure>
      )}
    </ModalSettingsContext>
  );
}

/** Listens to the whole document, since openers are plain HTML anywhere. Returns what ends it. */
function listen(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const onClick = (event: MouseEvent) => {
    const modal = modalAt(event);
    if (!modal || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    // A menu gives the focus back to its button before the dialog takes it, and gives it back there in turn.
    if (event.target instanceof Element) event.target.closest<HTMLElement>('[popover]')?.hidePopover();
    openModal(modal);
  };
  // The code of a modal comes while the pointer is still on its opener.
  const onHint = (event: Event) => {
    const modal = modalAt(event);
    if (modal) void MODAL_CODE[modal.name]().catch(() => null);
  };
  const openHash = (begun: boolean) => {
    const modal = modalOfHash(location.hash, document.body.dataset, location.search);
    if (modal) openModalOfHash(modal, begun);
  };
  const onHash = () => {
    openHash(false);
  };
  document.addEventListener('click', onClick, { signal });
  document.addEventListener('pointerover', onHint, { signal });
  document.addEventListener('focusin', onHint, { signal });
  addEventListener('hashchange', onHash, { signal });
  const stop = followHistory();
  openHash(true);
  return () => {
    ended.abort();
    stop();
  };
}

function modalAt(event: Event) {
  const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-modal]') : null;
  return opener && modalOfDataset(opener.dataset);
}
