import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect } from 'react';
import type { Cart } from '../../contract/cart.ts';
import type { TitleKind } from '../../domain/kinds.ts';
import { paths } from '../../domain/paths.ts';
import { telOf } from '../../domain/ussd.ts';
import { formatNumber } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { openModal } from '../../stores/modal.ts';
import { $ways, clearWays, followWays } from '../../stores/ways.ts';
import { Button } from '../../ui/Button.tsx';
import { useStyles } from '../../ui/use-styles.ts';
import css from './cart.css?inline';
import { OfferFacts } from './OfferFacts.tsx';
import { TitleCheckout } from './TitleCheckout.tsx';
import { Way } from './Way.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  cart: Cart;
  /** Something was bought: what the viewer may do is to be asked anew. */
  onBought: () => void;
}

/** What a viewer can do with a title, by the cart response (spec 3.15): the ways to it, side by side where there is room. */
export function Offer({ kind, id, cart, onBought }: Props) {
  const ways = useStore($ways);
  useStyles(css);
  useLayoutEffect(() => {
    followWays(cart);
  }, [cart]);
  useEffect(() => clearWays, []);
  const rate = Number(cart.fullrate_data.message);
  return (
    <>
      <OfferFacts cart={cart} />
      {ways.divcount === 0 && <p>{m.content_none()}</p>}
      <div className="offer-ways" role="group" aria-label={m.content_ways({ count: formatNumber(ways.divcount) })}>
        {ways.play > 0 && (
          <Way name={m.content_watch()}>
            {!ways.free && <p>{m.content_yours()}</p>}
            <Button onClick={() => openModal({ name: 'player', kind, id })}>{m.title_play()}</Button>
          </Way>
        )}
        {ways.free && (
          <Way name={m.title_free()}>
            <p>{m.content_free()}</p>
          </Way>
        )}
        {ways.subscribe > 0 && (
          <Way name={m.content_subscribe()}>
            <p className="muted">
              {m.content_fullrate({ rate: Number.isFinite(rate) ? formatNumber(rate, 2) : cart.fullrate_data.message })}
            </p>
            <Button look="line" onClick={() => openModal({ name: 'plans', contentId: id, contentType: kind })}>
              {m.player_show_plans()}
            </Button>
          </Way>
        )}
        {ways.buy && (
          <Way name={cart.state === 'needs_ticket' ? m.content_buy_ticket() : m.content_buy()}>
            <TitleCheckout kind={kind} id={id} onBought={onBought} />
          </Way>
        )}
        {ways.ussd !== null && (
          <Way name={m.content_dial()}>
            <p>
              <bdi dir="ltr">{ways.ussd}</bdi>
            </p>
            <a className="btn-line" href={telOf(ways.ussd)}>
              {m.ussd_dial()}
            </a>
          </Way>
        )}
      </div>
      {cart.fullrate_data.show_download && (
        <p>
          <a
            className="btn-line"
            href={kind === 'video' ? paths.title(kind, id) : paths.download(kind, id)}
            onClick={(event) => {
              event.preventDefault();
              openModal({ name: 'download', contentType: kind, contentId: id });
            }}
          >
            {m.content_downloads()}
          </a>
        </p>
      )}
    </>
  );
}
