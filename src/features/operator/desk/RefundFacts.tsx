import type { ReactNode } from 'react';
import { Code, Day, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { RefundDestination } from '../../payments/refund.ts';
import type { RefundPreview } from '../desk-payments-contract.ts';
import { LedgerTable } from './LedgerTable.tsx';

/** Entries, days and wallet of a refund by its rehearsal: before the press, and for the second member. */
export function RefundFacts({
  preview,
  reason,
  destination,
  tracking,
}: {
  preview: RefundPreview;
  reason: string;
  destination: RefundDestination;
  tracking: string | null;
}) {
  return (
    <RefundEffects
      preview={preview}
      sum={m.refund_sum()}
      first={[
        [m.refund_to(), destination === 'wallet' ? m.refund_wallet() : m.refund_outside()],
        ...(destination === 'wallet' ? [] : [[m.refund_tracking(), <Code key="tracking" text={tracking} />] as const]),
      ]}
      last={[[m.reason_label(), <bdi key="reason">{reason}</bdi>]]}
    />
  );
}

type Rows = readonly (readonly [name: string, value: ReactNode])[];

/** `sum`: the name of the sum that moves. */
export function RefundEffects({
  preview: { lines, entries, until, wallet },
  sum,
  first = [],
  last = [],
}: {
  preview: RefundPreview;
  sum: string;
  first?: Rows;
  last?: Rows;
}) {
  const add = (name: 'toman' | 'vat') => lines.reduce((all, line) => all + line[name], 0);
  return (
    <div className="desk-stack">
      <Facts
        rows={[
          ...first,
          [sum, <Toman key="sum" value={add('toman')} />],
          [m.payment_vat(), <Toman key="vat" value={add('vat')} />],
          [
            m.refund_wallet_after(),
            <span key="wallet">
              <Toman value={wallet.before} /> {m.change_to()} <Toman value={wallet.after} />
            </span>,
          ],
          [
            m.refund_until_after(),
            until.before === until.after ? (
              m.refund_until_same()
            ) : (
              <span key="until">
                <Day at={until.before} /> {m.change_to()} <Day at={until.after} />
              </span>
            ),
          ],
          ...last,
        ]}
      />
      <LedgerTable entries={entries} />
    </div>
  );
}
