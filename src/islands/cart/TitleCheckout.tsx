import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { TitleKind } from '../../domain/kinds.ts';
import { paths } from '../../domain/paths.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { hasSession } from '../../stores/auth.ts';
import { browserPorts } from '../../stores/bank.ts';
import { createCheckout } from '../../stores/checkout.ts';
import { errorText } from '../../domain/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckoutForm } from './CheckoutForm.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  /** It is the visitor's now. */
  onBought: () => void;
}

/** Buys a title or a ticket to it: its price, the ways to pay, and then the bank's page or, from the wallet, nothing more. */
export function TitleCheckout({ kind, id, onBought }: Props) {
  const [store] = useState(() => createCheckout(browserPorts(), id, paths.play(kind, id)));
  const checkout = useStore(store.$checkout);
  useEffect(() => {
    void store.load();
    // Back from a bank's page, the browser may show this one as it was left: busy.
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
  const { quote, busy, problem } = checkout;
  return (
    <CheckoutForm
      quote={quote}
      action={paths.title(kind, id)}
      loginHref={hasSession() ? null : paths.login(paths.content(kind, id))}
      busy={busy}
      error={problem && (errorText(problem, getLocale()) ?? m.network_failed())}
      onPay={(method) => void pay(method)}
    />
  );
}
