import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  $modal,
  closeModal,
  followHistory,
  parseModalDataset,
  openModal,
  openHashModal,
} from '../../platform/client/modal.ts';
import { useStyles } from '../../platform/ui/use-styles.ts';
import { isPlain } from '../../platform/client/intent.ts';
import css from './modal-host.css?inline';
import { ModalFailure } from './ModalFailure.tsx';
import { ModalSettingsContext, type ModalSettings } from '../../platform/client/modal-settings.ts';
import { parseModalHash } from './modal-hash.ts';
import { MODAL_CODE, renderModal } from './modals.tsx';
import { useAwake } from '../../platform/client/use-awake.ts';

/** Opened by `openModal`, `data-modal` or the hash. */
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

/** On the document, since openers are plain HTML anywhere. */
function listen(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const onClick = (event: MouseEvent) => {
    const modal = modalAt(event);
    if (!modal || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    // The menu returns the focus to its button before the dialog takes it.
    if (event.target instanceof Element) event.target.closest<HTMLElement>('[popover]')?.hidePopover();
    openModal(modal);
  };
  const onHint = (event: Event) => {
    const modal = modalAt(event);
    if (modal) void MODAL_CODE[modal.name]().catch(() => null);
  };
  const openHash = (begun: boolean) => {
    const modal = parseModalHash(location.hash, document.body.dataset, location.search);
    if (modal) openHashModal(modal, begun);
  };
  const onHash = () => {
    openHash(false);
  };
  document.addEventListener('click', onClick, { signal });
  document.addEventListener('pointerover', onHint, { signal });
  document.addEventListener('focusin', onHint, { signal });
  addEventListener('hashchange', onHash, { signal });
  const stop = followHistory();
  // For playback/client/first-frame/warm-play.ts: React is here.
  document.body.dataset['modals'] = '';
  openHash(true);
  return () => {
    ended.abort();
    stop();
  };
}

function modalAt(event: Event) {
  const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-modal]') : null;
  return opener && parseModalDataset(opener.dataset);
}
