import { useState } from 'react';
import { toIso } from '../../../platform/desk/csv.ts';
import { Badge, Code, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { UndoButton } from '../../../platform/desk/UndoButton.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { DeskPaymentPage } from '../desk-payments-contract.ts';
import { UndoRefundDialog } from './UndoRefundDialog.tsx';

type Refund = DeskPaymentPage['refunds'][number];

/** The refunds of a payment; one to the wallet has an undo for ten minutes. */
export function RefundsMade({ refunds }: { refunds: readonly Refund[] }) {
  const mayRefund = usePermissions().includes('payments.refund');
  const [chosen, setChosen] = useState<Refund | null>(null);
  return (
    <Panel title={m.refunds_title()}>
      <Table
        label={m.refunds_title()}
        rows={refunds}
        getKey={({ id }) => id}
        empty={m.value_none()}
        file="pardeh-refunds"
        columns={[
          {
            name: m.payment_when(),
            show: ({ created_at: at }) => <Moment at={at} />,
            cell: ({ created_at: at }) => toIso(at),
          },
          {
            name: m.payment_sum(),
            kind: 'number',
            show: ({ toman }) => <Toman value={toman} />,
            cell: ({ toman }) => toman,
          },
          { name: m.payment_vat(), kind: 'number', show: ({ vat }) => <Toman value={vat} />, cell: ({ vat }) => vat },
          {
            name: m.refund_to(),
            show: ({ tracking }) => (tracking === null ? m.refund_wallet() : <Code text={tracking} />),
            cell: ({ tracking }) => tracking ?? m.refund_wallet(),
          },
          {
            name: m.undo_column(),
            show: (refund) =>
              refund.undone_at !== null ? (
                <Badge tone="quiet">{m.undone()}</Badge>
              ) : (
                mayRefund &&
                refund.destination === 'wallet' && (
                  <UndoButton
                    at={refund.created_at}
                    busy={false}
                    undo={() => {
                      setChosen(refund);
                    }}
                  />
                )
              ),
            cell: ({ undone_at: at }) => (at === null ? '' : m.undone()),
          },
        ]}
      />
      {chosen !== null && (
        <UndoRefundDialog
          refund={chosen}
          onClose={() => {
            setChosen(null);
          }}
        />
      )}
    </Panel>
  );
}
