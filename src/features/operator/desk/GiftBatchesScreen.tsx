import { useState } from 'react';
import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Code, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listGiftBatches, type GiftBatch } from '../gift-batches-contract.ts';
import { GiftBatchDialog } from './GiftBatchDialog.tsx';
import { GiftCodesDialog } from './GiftCodesDialog.tsx';
import { GiftWithdrawDialog } from './GiftWithdrawDialog.tsx';

type OpenDialog = { kind: 'make' } | { kind: 'codes'; id: string } | { kind: 'withdraw'; id: string } | null;

/** Cards that the staff makes in tens. */
export function GiftBatchesScreen() {
  const [before, setBefore] = useQueryParam('before');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const mayWrite = usePermissions().includes('gifts.write');
  const answer = useCall(listGiftBatches, { ...(before !== null && { before }) });
  const close = () => {
    setDialog(null);
  };
  const chosen = dialog?.kind === 'withdraw' && answer.data?.data.find(({ id }) => id === dialog.id);
  return (
    <Screen
      title={m.batches_title()}
      note={m.batches_note()}
      actions={
        mayWrite && (
          <Button
            onClick={() => {
              setDialog({ kind: 'make' });
            }}
          >
            {m.batches_make()}
          </Button>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <BatchTable rows={data} open={setDialog} />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-gift-batches"
                header={[
                  ...[
                    m.payment_number(),
                    m.payment_when(),
                    m.batches_cards(),
                    m.batches_buyer(),
                    m.payment_reference(),
                  ],
                  ...[m.batches_sum(), m.batches_redeemed(), m.batches_rest(), m.reason_label()],
                ]}
                getRows={() =>
                  data.map((batch) => [
                    ...[batch.id, new Date(batch.created_at * 1000).toISOString(), batch.count, batch.buyer],
                    ...[batch.tracking, batch.toman, batch.redeemed, batch.waiting.length, batch.reason],
                  ])
                }
              />
            )}
            <Pager next={next} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
      {dialog?.kind === 'make' && (
        <GiftBatchDialog
          onClose={(id) => {
            setDialog(id === null ? null : { kind: 'codes', id });
          }}
        />
      )}
      {dialog?.kind === 'codes' && <GiftCodesDialog id={dialog.id} onClose={close} />}
      {dialog?.kind === 'withdraw' && chosen && <GiftWithdrawDialog batch={chosen} onClose={close} />}
    </Screen>
  );
}

function BatchTable({ rows, open }: { rows: readonly GiftBatch[]; open: (dialog: OpenDialog) => void }) {
  const permissions = usePermissions();
  const mayWithdraw = permissions.includes('gifts.write') && permissions.includes('payments.refund');
  return (
    <Table
      label={m.batches_title()}
      rows={rows}
      getKey={({ id }) => id}
      empty={m.batches_none()}
      columns={[
        { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
        {
          name: m.batches_cards(),
          show: (batch) => (
            <Link className="desk-link" href={`/payments/${batch.id}`}>
              {m.batches_of({ count: formatNumber(batch.count), name: nameIn(getLocale(), batch) })}
            </Link>
          ),
        },
        {
          name: m.batches_buyer(),
          kind: 'wide',
          show: ({ buyer, tracking }) => (
            <>
              <bdi>{buyer}</bdi> <Code text={tracking} />
            </>
          ),
        },
        { name: m.batches_sum(), kind: 'number', show: ({ toman }) => <Toman value={toman} /> },
        { name: m.batches_redeemed(), kind: 'number', show: ({ redeemed }) => formatNumber(redeemed) },
        { name: m.batches_rest(), kind: 'number', show: ({ waiting }) => formatNumber(waiting.length) },
        {
          name: m.batches_acts(),
          show: (batch) => (
            <div className="desk-buttons">
              {permissions.includes('gifts.write') && batch.is_own && batch.codes_open && (
                <Button
                  look="link"
                  onClick={() => {
                    open({ kind: 'codes', id: batch.id });
                  }}
                >
                  {m.batches_codes()}
                </Button>
              )}
              {mayWithdraw && batch.waiting.length > 0 && (
                <Button
                  look="link"
                  onClick={() => {
                    open({ kind: 'withdraw', id: batch.id });
                  }}
                >
                  {m.batches_withdraw()}
                </Button>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}
