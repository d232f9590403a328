import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { DeskTitle } from '../contract.ts';
import { PlannedPrices } from './PlannedPrices.tsx';
import { describePrice } from './price-text.ts';
import { PriceDialog } from './PriceDialog.tsx';

/** An episode is sold with its series. */
export function TitlePricePanel({ title }: { title: DeskTitle }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayWrite = usePermissions().includes('prices.write');
  if (title.kind === 'episode') return null;
  return (
    <Panel
      title={m.title_field_price()}
      actions={
        mayWrite && (
          <Button
            look="line"
            onClick={() => {
              setIsOpen(true);
            }}
          >
            {m.price_change()}
          </Button>
        )
      }
    >
      <p>{describePrice(title.price)}</p>
      <PlannedPrices title={title} mayWrite={mayWrite} />
      {isOpen && (
        <PriceDialog
          title={title}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </Panel>
  );
}
