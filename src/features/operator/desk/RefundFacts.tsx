import type { ReactNode } from 'react';
import { Code, Day, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import type { RefundDestination } from '../../payments/refund.ts';
import type { RefundPreview } from '../../payments/refund-preview.ts';
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
      first={[
        [m.refund_to(), destination === 'wallet' ? m.refund_wallet() : m.refund_outside()],
        ...(destination === 'wallet' ? [] : [[m.refund_tracking(), <Code key="tracking" text={tracking} />] as const]),
      ]}
      last={[[m.reason_label(), <bdi key="reason">{reason}</bdi>]]}
    />
  );
}

type Rows = readonly (readonly [name: string, value: ReactNode])[];

/** `undoes`: the act takes a refund back. */
export function RefundEffects({
  preview,
  undoes = false,
  first = [],
  last = [],
}: {
  preview: RefundPreview;
  undoes?: boolean;
  first?: Rows;
  last?: Rows;
}) {
  const add = (name: 'toman' | 'vat') => preview.lines.reduce((all, line) => all + line[name], 0);
  const sum = undoes ? m.refund_undo_sum() : m.refund_sum();
  return (
    <div className="desk-stack">
      <Facts
        rows={[
          ...first,
          [sum, <Toman key="sum" value={add('toman')} />],
          [m.payment_vat(), <Toman key="vat" value={add('vat')} />],
          ...last,
        ]}
      />
      <LedgerTable entries={preview.entries} />
      <h3>{m.refund_person_after()}</h3>
      <Facts rows={listPersonFacts(preview, undoes)} />
    </div>
  );
}

/** The account's page afterwards, where it is another one. */
function listPersonFacts({ wallet, until, paused, renews, purchases, cards }: RefundPreview, undoes: boolean): Rows {
  const show = <T,>({ before, after }: { before: T; after: T }, render: (value: T) => ReactNode) => (
    <>
      {render(before)} {m.change_to()} {render(after)}
    </>
  );
  const renderOn = (isOn: boolean) => (isOn ? m.refund_renewal_on() : m.refund_renewal_off());
  const showChange = (side: { before: number; after: number }, render: (value: number) => ReactNode) =>
    side.before === side.after ? m.refund_until_same() : show(side, render);
  return [
    [m.refund_wallet_after(), showChange(wallet, (sum) => <Toman value={sum} />)],
    [m.refund_until_after(), showChange(until, (at) => <Day at={at} />)],
    ...(paused.before === paused.after
      ? []
      : [[m.refund_pause_after(), show(paused, (at) => <Day at={at} />)] as const]),
    ...(renews.before === renews.after ? [] : [[m.refund_renewal_after(), show(renews, renderOn)] as const]),
    ...(purchases.length === 0
      ? []
      : [
          [
            undoes ? m.refund_purchases_back() : m.refund_purchases_end(),
            purchases.map((purchase, at) => (
              <div key={at}>
                <bdi>{nameIn(getLocale(), purchase)}</bdi>
              </div>
            )),
          ] as const,
        ]),
    ...(cards.length === 0
      ? []
      : [
          [
            undoes ? m.refund_cards_back() : m.refund_cards_end(),
            <Code key="cards" text={cards.map((tail) => `…${tail}`).join(' ')} />,
          ] as const,
        ]),
  ];
}
