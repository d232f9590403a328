import type { TitleKind } from '../../domain/kinds.ts';
import { nameIn } from '../../domain/locale.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { closeModal, openModal } from '../../stores/modal.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SaveTitle } from '../downloads/SaveTitle.tsx';
import { BillingNote, DataMeter } from '../player/DataMeter.tsx';
import { useCart } from '../player/use-cart.ts';
import { CartFailure } from './CartFailure.tsx';
import { Offer } from './Offer.tsx';

interface Props {
  kind: TitleKind;
  id: number;
}

/** What can be done with a title, what it costs (spec 2.44), and what data it takes before it is played. */
export function ContentModal({ kind, id }: Props) {
  const { state, retry } = useCart(kind, id);
  if (state.status === 'failed') return <CartFailure error={state.error} onRetry={retry} />;
  const { fa: name_fa, en: name_en } =
    state.status === 'ready' ? state.cart.fullrate_data.title : { fa: m.title_watch_ways(), en: m.title_watch_ways() };
  return (
    <Dialog title={nameIn(getLocale(), { name_fa, name_en })} onClose={closeModal} wide>
      {state.status === 'loading' ? (
        <p role="status">{m.content_loading()}</p>
      ) : (
        <>
          <Offer
            kind={kind}
            id={id}
            cart={state.cart}
            onBought={() => {
              openModal({ name: 'player', kind, id });
            }}
          />
          {state.cart.play && (
            <DataMeter renditions={state.cart.play.renditions} audio={state.cart.play.audio_bandwidth} />
          )}
          <BillingNote billing={state.cart.billing} />
          {state.cart.play && <SaveTitle kind={kind} id={id} play={state.cart.play} />}
        </>
      )}
    </Dialog>
  );
}
