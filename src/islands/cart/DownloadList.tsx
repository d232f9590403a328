import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Download } from '../../contract/cart.ts';
import { paths } from '../../domain/paths.ts';
import { formatNumber } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { $cart, addItem, followCart, removeItems } from '../../stores/cart.ts';
import { useStyles } from '../../ui/use-styles.ts';
import { useAwake } from '../use-awake.ts';
import css from './cart.css?inline';
import { QualityRow } from './QualityRow.tsx';

interface Props {
  downloads: readonly Download[];
  poster: string | null;
}

/** The qualities to download, by title where they are of several, each to be put into the cart (spec 3.16, 4.21). */
export function DownloadList({ downloads, poster }: Props) {
  const cart = useStore($cart, { ssr: 'initial' });
  const [full, setFull] = useState(false);
  useStyles(css);
  useEffect(() => followCart(), []);
  const [root] = useAwake<HTMLDivElement>();
  const toggle = ({ id: itemid, title, ...one }: Download, isIn: boolean) => {
    if (isIn) removeItems([itemid]);
    const { name, quality, size, amount } = one;
    setFull(!isIn && !addItem({ itemid, amount, size, name, quality, id: title.id, type: title.kind, poster }));
  };
  const names = [...new Set(downloads.map(({ name }) => name))];
  return (
    <div ref={root} className="downloads">
      {names.map((name) => (
        <section key={name} aria-label={name}>
          {names.length > 1 && <h3>{name}</h3>}
          <ul>
            {downloads
              .filter((one) => one.name === name)
              .map((one) => (
                <QualityRow
                  key={one.id}
                  download={one}
                  isIn={cart.items.some(({ itemid }) => itemid === one.id)}
                  onToggle={toggle}
                />
              ))}
          </ul>
        </section>
      ))}
      <p role="status" className={full ? 'buy-error' : undefined}>
        {full && m.cart_full()}
      </p>
      {cart.items.length > 0 && (
        <a className="btn-solid" href={paths.download()}>
          {m.cart_go({ count: formatNumber(cart.items.length) })}
        </a>
      )}
    </div>
  );
}
