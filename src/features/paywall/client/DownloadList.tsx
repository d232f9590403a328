import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Download } from '../../downloads/contract.ts';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { carryReturn } from '../../../platform/app-twins.ts';
import { paths } from '../../../platform/paths.ts';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { $basket, addItem, followBasket, removeItems } from './basket.ts';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { useAwake } from '../../../platform/client/use-awake.ts';
import css from '../../watch-options/watch-options.css?inline';
import { QualityRow } from '../../watch-options/client/QualityRow.tsx';

interface Props {
  downloads: readonly Download[];
  poster: string | null;
  appPage: string | null;
}

/** Qualities by title, each to be put into the basket (spec 3.16, 4.21). */
export function DownloadList({ downloads, poster, appPage }: Props) {
  const basket = useStore($basket, { ssr: 'initial' });
  const [isFull, setFull] = useState(false);
  useStyles(css);
  useEffect(() => followBasket(), []);
  const [root] = useAwake<HTMLDivElement>();
  const toggle = ({ id: itemid, title, ...details }: Download, isIn: boolean) => {
    if (isIn) removeItems([itemid]);
    const { name, quality, size, amount } = details;
    setFull(!isIn && !addItem({ itemid, amount, size, name, quality, id: title.id, type: title.kind, poster }));
  };
  const names = [...new Set(downloads.map(({ name }) => name))];
  return (
    <div ref={root} className="downloads">
      {downloads.some(({ amount }) => amount > 0) && (
        <p className="muted text-sm">{m.download_vat({ percent: formatPlain(VAT_PERCENT) })}</p>
      )}
      {names.map((name) => (
        <section key={name} aria-label={name}>
          {names.length > 1 && <h3>{name}</h3>}
          <ul>
            {downloads
              .filter((download) => download.name === name)
              .map((download) => (
                <QualityRow
                  key={download.id}
                  download={download}
                  appPage={appPage}
                  isIn={basket.items.some(({ itemid }) => itemid === download.id)}
                  onToggle={toggle}
                />
              ))}
          </ul>
        </section>
      ))}
      <p role="status" className={isFull ? 'buy-error' : undefined}>
        {isFull && m.basket_full()}
      </p>
      {basket.items.length > 0 && (
        <a className="btn-solid" href={carryReturn(paths.download(), { appPage })}>
          {m.basket_go({ count: formatNumber(basket.items.length) })}
        </a>
      )}
    </div>
  );
}
