import type { TitleKind } from '../../domain/kinds.ts';
import { nameIn } from '../../domain/locale.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { closeModal } from '../../stores/modal.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SaveTitle } from '../downloads/SaveTitle.tsx';
import { useCart } from '../player/use-cart.ts';
import { CartFailure } from './CartFailure.tsx';
import { DownloadList } from './DownloadList.tsx';

/** The qualities of a title's download, with size and price (spec 2.44). */
export function DownloadModal({ kind, id }: { kind: TitleKind; id: number }) {
  const { state, retry } = useCart(kind, id);
  if (state.status === 'failed') return <CartFailure error={state.error} onRetry={retry} />;
  if (state.status === 'loading') {
    return (
      <Dialog title={m.title_download()} onClose={closeModal}>
        <p role="status">{m.content_loading()}</p>
      </Dialog>
    );
  }
  const { downloads, title_poster: poster, fullrate_data: names } = state.cart;
  const name = nameIn(getLocale(), { name_fa: names.title.fa, name_en: names.title.en });
  return (
    <Dialog title={m.download_heading({ name })} onClose={closeModal}>
      {downloads.length === 0 ? <p>{m.download_none()}</p> : <DownloadList downloads={downloads} poster={poster} />}
      {state.cart.play && <SaveTitle kind={kind} id={id} play={state.cart.play} />}
    </Dialog>
  );
}
