import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Code } from '../../../platform/desk/Parts.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { closeGiftCodes, listGiftBatches, showGiftCodes } from '../gift-batches-contract.ts';

/** `id`: the batch's payment. The browser stores the key before the press, so codes that nobody saw are shown again. */
export function GiftCodesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { key, change, clear } = useDraft(`codes:${id}`, { asked: '' });
  const show = useAct(showGiftCodes, [listGiftBatches], [listGiftBatches]);
  const close = useAct(closeGiftCodes, [listGiftBatches]);
  const codes = show.data?.data;
  return (
    <Dialog title={m.batches_codes_title()} onClose={onClose}>
      <div className="desk-form">
        <p className="desk-note">{m.batches_codes_once()}</p>
        <Refusal error={show.error ?? close.error} />
        {codes === undefined ? (
          <Button
            busy={show.isPending}
            onClick={() => {
              change({ asked: 'yes' });
              show.mutate({ id, key });
            }}
          >
            {m.batches_codes_show()}
          </Button>
        ) : (
          <>
            <div className="desk-buttons">
              <CsvButton
                name={`pardeh-gift-codes-${id}`}
                header={[m.batches_card(), m.batches_code()]}
                getRows={() => codes.map(({ line, code }) => [line + 1, code])}
              />
              <Button
                look="line"
                busy={close.isPending}
                onClick={() => {
                  const onSuccess = () => {
                    clear();
                    onClose();
                  };
                  close.mutate({ id, key }, { onSuccess });
                }}
              >
                {m.batches_codes_saved()}
              </Button>
            </div>
            <Table
              label={m.batches_codes_title()}
              rows={codes}
              getKey={({ line }) => line}
              empty={m.batches_none()}
              columns={[
                { name: m.batches_card(), kind: 'number', show: ({ line }) => formatNumber(line + 1) },
                { name: m.batches_code(), kind: 'wide', show: ({ code }) => <Code text={code} /> },
              ]}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
