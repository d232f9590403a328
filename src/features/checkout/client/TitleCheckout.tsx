import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasSession } from '../../../platform/client/session.ts';
import { createBrowserPorts } from '../../payments/client/bank.ts';
import { createCheckout } from './checkout.ts';
import { errorText } from '../../../platform/text/error-text.ts';
import { stayHere } from '../../../platform/client/stay-here.ts';
import { openModal } from '../../../platform/client/modal.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { StepUpPrompt, useStepUp } from '../../accounts/client/StepUpPrompt.tsx';
import { CheckoutForm } from './CheckoutForm.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  onBought: () => void;
}

export function TitleCheckout({ kind, id, onBought }: Props) {
  const stepUp = useStepUp();
  const [store] = useState(() =>
    createCheckout({ ...createBrowserPorts(), api: stepUp.api }, id, stayHere(paths.play(kind, id))),
  );
  const checkout = useStore(store.$checkout);
  useEffect(() => {
    void store.load();
    // The browser may restore this page from its cache as it was left: busy.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void store.load();
    };
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pageshow', onShow);
    };
  }, [store]);
  if (checkout.state === 'loading') return <p role="status">{m.buy_loading()}</p>;
  if (checkout.state === 'failed') {
    return (
      <div role="alert">
        <p className="buy-error">{errorText(checkout.error, getLocale()) ?? m.network_failed()}</p>
        <Button look="link" onClick={() => void store.load()}>
          {m.modal_try_again()}
        </Button>
      </div>
    );
  }
  const pay = async (method: string) => {
    if (await store.pay(method)) onBought();
  };
  const { quote, busy, error } = checkout;
  return (
    <>
      <CheckoutForm
        quote={quote}
        action={stayHere(paths.title(kind, id))}
        loginHref={hasSession() ? null : paths.login(stayHere(paths.content(kind, id)))}
        busy={busy}
        error={error && (errorText(error, getLocale()) ?? m.network_failed())}
        onPay={(method) => void pay(method)}
      />
      {hasSession() && quote.methods.length > 0 && (
        <Button look="link" onClick={() => openModal({ name: 'pay', itemId: id, itemType: kind })}>
          {m.pay_other_mobile()}
        </Button>
      )}
      <StepUpPrompt stepUp={stepUp} />
    </>
  );
}
