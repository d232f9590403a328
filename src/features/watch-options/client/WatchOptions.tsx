import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect } from 'react';
import type { EntitlementAnswer } from '../contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { toTelUrl } from '../ussd.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { openModal } from '../../../platform/client/modal.ts';
import { $watchOptions, clearWatchOptions, updateWatchOptions } from './option-counts.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import css from '../watch-options.css?inline';
import { WatchOptionFacts } from './WatchOptionFacts.tsx';
import { TitleCheckout } from '../../checkout/client/TitleCheckout.tsx';
import { WatchOption } from './WatchOption.tsx';

interface Props {
  kind: TitleKind;
  id: number;
  cart: EntitlementAnswer;
  /** Something was bought: what the viewer may do is to be asked anew. */
  onBought: () => void;
}

/** What a viewer can do with a title, by the cart response (spec 3.15): the ways to it, side by side where there is room. */
export function WatchOptions({ kind, id, cart, onBought }: Props) {
  const counts = useStore($watchOptions);
  useStyles(css);
  useLayoutEffect(() => {
    updateWatchOptions(cart);
  }, [cart]);
  useEffect(() => clearWatchOptions, []);
  const rate = Number(cart.fullrate_data.message);
  return (
    <>
      <WatchOptionFacts cart={cart} />
      {counts.divcount === 0 && <p>{m.content_none()}</p>}
      <div
        className="watch-options"
        role="group"
        aria-label={m.content_watch_options({ count: formatNumber(counts.divcount) })}
      >
        {counts.play > 0 && (
          <WatchOption name={m.content_watch()}>
            {!counts.free && <p>{m.content_yours()}</p>}
            <Button onClick={() => openModal({ name: 'player', kind, id })}>{m.title_play()}</Button>
          </WatchOption>
        )}
        {counts.free && (
          <WatchOption name={m.title_free()}>
            <p>{m.content_free()}</p>
          </WatchOption>
        )}
        {counts.subscribe > 0 && (
          <WatchOption name={m.content_subscribe()}>
            <p className="muted">
              {m.content_fullrate({ rate: Number.isFinite(rate) ? formatNumber(rate, 2) : cart.fullrate_data.message })}
            </p>
            <Button look="line" onClick={() => openModal({ name: 'plans', contentId: id, contentType: kind })}>
              {m.player_show_plans()}
            </Button>
          </WatchOption>
        )}
        {counts.buy && (
          <WatchOption name={cart.state === 'needs_ticket' ? m.content_buy_ticket() : m.content_buy()}>
            <TitleCheckout kind={kind} id={id} onBought={onBought} />
          </WatchOption>
        )}
        {counts.ussd !== null && (
          <WatchOption name={m.content_dial()}>
            <p>
              <bdi dir="ltr">{counts.ussd}</bdi>
            </p>
            <a className="btn-line" href={toTelUrl(counts.ussd)}>
              {m.ussd_dial()}
            </a>
          </WatchOption>
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
