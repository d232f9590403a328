import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { readHere, stayHere } from '../../../platform/client/stay-here.ts';
import { closeModal } from '../../../platform/client/modal.ts';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { SaveTitle } from '../../offline/client/SaveTitle.tsx';
import { useEntitlement } from '../../playback/client/use-entitlement.ts';
import { EntitlementError } from '../../watch-options/client/EntitlementError.tsx';
import { DownloadList } from './DownloadList.tsx';

/** Spec 2.44. */
export function DownloadModal({ kind, id }: { kind: TitleKind; id: number }) {
  const { state } = useEntitlement(kind, id);
  if (state.status === 'failed')
    return <EntitlementError error={state.error} retryPath={stayHere(paths.title(kind, id))} />;
  if (state.status !== 'ready') {
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
      {downloads.length === 0 ? (
        <p>{m.download_none()}</p>
      ) : (
        <DownloadList appPage={readHere()} downloads={downloads} poster={poster} />
      )}
      {state.cart.play && <SaveTitle kind={kind} id={id} play={state.cart.play} />}
    </Dialog>
  );
}
