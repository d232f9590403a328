import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { stayHere } from '../../../platform/client/stay-here.ts';
import { closeModal, openModal } from '../../../platform/client/modal.ts';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { SaveTitle } from '../../offline/client/SaveTitle.tsx';
import { BillingNote, DataMeter } from '../../data-cost/client/DataMeter.tsx';
import { useEntitlement } from '../../playback/client/use-entitlement.ts';
import { EntitlementError } from '../../watch-options/client/EntitlementError.tsx';
import { WatchOptions } from '../../watch-options/client/WatchOptions.tsx';

interface Props {
  kind: TitleKind;
  id: number;
}

/** Spec 2.44. */
export function ContentModal({ kind, id }: Props) {
  const { state } = useEntitlement(kind, id);
  if (state.status === 'failed')
    return <EntitlementError error={state.error} retryPath={stayHere(paths.content(kind, id))} />;
  const { fa: name_fa, en: name_en } =
    state.status === 'ready' ? state.cart.fullrate_data.title : { fa: m.title_watch_ways(), en: m.title_watch_ways() };
  return (
    <Dialog title={nameIn(getLocale(), { name_fa, name_en })} onClose={closeModal} wide>
      {state.status !== 'ready' ? (
        <p role="status">{m.content_loading()}</p>
      ) : (
        <>
          <WatchOptions
            kind={kind}
            id={id}
            entitlement={state.cart}
            onBought={() => {
              openModal({ name: 'player', kind, id });
            }}
          />
          {state.cart.play && (
            <DataMeter renditions={state.cart.play.renditions} audio={state.cart.play.audio_bandwidth} />
          )}
          <BillingNote billing={state.cart.billing} state={state.cart.state} />
          {state.cart.play && <SaveTitle kind={kind} id={id} play={state.cart.play} />}
        </>
      )}
    </Dialog>
  );
}
