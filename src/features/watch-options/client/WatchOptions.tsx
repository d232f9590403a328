import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useId, type ReactNode } from 'react';
import type { EntitlementAnswer } from '../../paywall/contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { toTelUrl } from '../ussd.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { openModal } from '../../../platform/client/modal.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { atom } from 'nanostores';
import {
  hideOption,
  loadOptions,
  NO_OPTIONS,
  resetOptions,
  showOption,
  type WatchOptionCounts,
} from '../option-counts.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import css from '../watch-options.css?inline';
import { WatchOptionFacts } from './WatchOptionFacts.tsx';
import { TitleCheckout } from '../../checkout/client/TitleCheckout.tsx';
import { GuestTrialNote } from '../../accounts/client/TrialNote.tsx';

/** Spec 4.21, 4.22. */
const $watchOptions = atom<WatchOptionCounts>(NO_OPTIONS);

/** Children are sold nothing. */
function updateWatchOptions(entitlement: EntitlementAnswer): void {
  const kids = isKids();
  const played = (entitlement.play ? showOption : hideOption)($watchOptions.get(), 'play');
  const subscribed = (entitlement.fullrate_data.show_subscription && !kids ? showOption : hideOption)(
    played,
    'subscribe',
  );
  $watchOptions.set(
    loadOptions(subscribed, {
      ...entitlement,
      show_buy: entitlement.show_buy && !kids && entitlement.price !== null,
      ussd: kids ? null : entitlement.ussd,
    }),
  );
}

function clearWatchOptions(): void {
  $watchOptions.set(resetOptions());
}

interface Props {
  kind: TitleKind;
  id: number;
  entitlement: EntitlementAnswer;
  onBought: () => void;
}

/** Spec 3.15. */
export function WatchOptions({ kind, id, entitlement, onBought }: Props) {
  const counts = useStore($watchOptions);
  useStyles(css);
  useLayoutEffect(() => {
    updateWatchOptions(entitlement);
  }, [entitlement]);
  useEffect(() => clearWatchOptions, []);
  const { state, price } = entitlement;
  const hasNoPrice = price === null && (state === 'needs_purchase' || state === 'needs_ticket') && !isKids();
  const rate = Number(entitlement.fullrate_data.message);
  return (
    <>
      <WatchOptionFacts entitlement={entitlement} />
      {counts.count === 0 && <p>{hasNoPrice ? m.content_no_price() : m.content_none()}</p>}
      <div
        className="watch-options"
        role="group"
        aria-label={m.content_watch_options({ count: formatNumber(counts.count) })}
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
            <GuestTrialNote />
            <p className="muted">
              {m.content_fullrate({
                rate: Number.isFinite(rate) ? formatNumber(rate, 2) : entitlement.fullrate_data.message,
              })}
            </p>
            <Button look="line" onClick={() => openModal({ name: 'plans', contentId: id, contentType: kind })}>
              {m.player_show_plans()}
            </Button>
          </WatchOption>
        )}
        {counts.buy && (
          <WatchOption name={entitlement.state === 'needs_ticket' ? m.content_buy_ticket() : m.content_buy()}>
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
      {entitlement.fullrate_data.show_download && (
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

function WatchOption({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="watch-option" aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {children}
    </section>
  );
}
