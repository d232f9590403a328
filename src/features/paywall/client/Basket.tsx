import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { carryReturn } from '../../../platform/app-twins.ts';
import { DOWNLOAD_KINDS, paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { followConnection } from '../../../platform/client/connection.ts';
import { useAwake } from '../../../platform/client/use-awake.ts';
import { formatPaid } from '../../../platform/ui/paid-text.ts';
import { sizeText } from '../../../platform/ui/size-text.ts';
import { Sums } from '../../../platform/ui/Sums.tsx';
import type { BasketEntry } from '../../downloads/basket.ts';
import { priceLine, sumLines } from '../../payments/pricing.ts';
import { $basket, followBasket, removeItems } from './basket.ts';

interface Props {
  /** Bought already: these leave the basket. */
  owned: readonly number[];
  appPage: string | null;
}

/** Spec 3.16. The basket is in the browser's storage, so the server's HTML only says that it loads; checkout prices it. */
export function Basket({ owned, appPage }: Props) {
  const { items } = useStore($basket, { ssr: 'initial' });
  const [removed, setRemoved] = useState<BasketEntry | null>(null);
  const removedAt = useRef<number | null>(null);
  const isOnline = useSyncExternalStore(followConnection, readConnection, () => true);
  useEffect(() => {
    const stop = followBasket();
    if ($basket.get().items.some(({ itemid }) => owned.includes(itemid))) removeItems(owned);
    return stop;
  }, [owned]);
  const [root, awake] = useAwake<HTMLDivElement>();
  useEffect(() => {
    const at = removedAt.current;
    if (at === null) return;
    removedAt.current = null;
    const buttons = root.current?.querySelectorAll<HTMLElement>('li button') ?? [];
    const next = buttons[Math.min(at, buttons.length - 1)];
    (next ?? root.current?.querySelector<HTMLElement>('.empty'))?.focus();
  }, [items, root]);
  const remove = (item: BasketEntry, at: number) => {
    removedAt.current = at;
    setRemoved(item);
    removeItems([item.itemid]);
  };
  return (
    <div ref={root} className="basket needs-js">
      <p role="status" className={awake ? 'sr-only' : 'basket-loading'}>
        {!awake && m.basket_loading()}
        {awake && removed !== null && m.basket_removed({ name: removed.name, quality: removed.quality })}
      </p>
      {!awake && (
        <div className="basket-failed empty" role="alert">
          <p className="h2">{m.load_error_title()}</p>
          <a className="btn-line mt-4" href={carryReturn(paths.download(), { appPage })}>
            {m.modal_try_again()}
          </a>
        </div>
      )}
      {awake && items.length === 0 && (
        <div className="curtain stage">
          <p className="empty" tabIndex={-1}>
            {m.basket_empty()}
          </p>
          {appPage === null && (
            <p className="flex flex-wrap justify-center gap-3 mt-4">
              <a className="btn-solid" href={paths.download('movie')}>
                {m.download_list_movie()}
              </a>
              <a className="btn-line" href={paths.download('series')}>
                {m.download_list_series()}
              </a>
              <a className="btn-line" href={paths.home()}>
                {m.nav_home()}
              </a>
            </p>
          )}
        </div>
      )}
      {awake && items.length > 0 && (
        <form method="get" action={paths.download()} className="buy">
          {appPage !== null && <input type="hidden" name="from" value={appPage} />}
          <ul>
            {items.map((item, at) => (
              <BasketRow
                key={item.itemid}
                item={item}
                onRemove={() => {
                  remove(item, at);
                }}
              />
            ))}
          </ul>
          <Sums
            sums={sumLines(items.map(({ amount }) => priceLine(amount, null, 0, VAT_PERCENT)))}
            vatPercent={VAT_PERCENT}
          />
          {!isOnline && <p role="status">{m.basket_offline()}</p>}
          <button className="btn-solid">{m.basket_checkout()}</button>
        </form>
      )}
    </div>
  );
}

function BasketRow({ item, onRemove }: { item: BasketEntry; onRemove: () => void }) {
  const { itemid, name, quality, size, amount, id, type, poster } = item;
  const kind = DOWNLOAD_KINDS.find((candidate) => candidate === type);
  return (
    <li className="basket-item">
      {poster !== null && <img src={poster} alt="" width="48" height="72" />}
      <span className="grid min-w-0">
        <a className="font-700" href={kind ? paths.download(kind, id) : paths.title(type, id)}>
          {name}
        </a>
        <span className="muted">
          <bdi>{quality}</bdi>
          {/* A provider may not say a size: 0. */}
          {size > 0 && ` · ${sizeText(size)}`}
        </span>
        <span>{m.toman({ amount: formatPaid(amount) })}</span>
      </span>
      <input type="hidden" name="items" value={itemid} />
      <button
        type="button"
        className="btn-line"
        aria-label={m.basket_remove_named({ name, quality })}
        onClick={onRemove}
      >
        {m.basket_remove()}
      </button>
    </li>
  );
}

const readConnection = () => navigator.onLine;
