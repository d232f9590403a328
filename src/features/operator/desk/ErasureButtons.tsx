import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { saveFile } from '../../../platform/desk/save-csv.ts';
import { useAct } from '../../../platform/desk/use-call.ts';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { getAccount } from '../accounts-contract.ts';
import { cancelErasure, exportPerson } from '../erasures-contract.ts';
import { ErasureDialog } from './ErasureDialog.tsx';
import { isRunning } from './words.ts';

interface Props {
  id: number;
  isCancelled: boolean;
  eraseAt: number | null;
}

export function ErasureButtons({ id, isCancelled, eraseAt }: Props) {
  const permissions = usePermissions();
  const [open, setOpen] = useState<'export' | 'erase' | 'cancel' | null>(null);
  const save = useAct(exportPerson);
  const cancel = useAct(cancelErasure, [getAccount]);
  const close = () => {
    setOpen(null);
  };
  if (!permissions.includes('people.write')) return null;
  return (
    <>
      {permissions.includes('people.contact') && (
        <Button
          look="line"
          onClick={() => {
            setOpen('export');
          }}
        >
          {m.export_person()}
        </Button>
      )}
      {!isCancelled && (
        <Button
          look="line"
          onClick={() => {
            setOpen('erase');
          }}
        >
          {m.erase_open()}
        </Button>
      )}
      {open === 'export' && (
        <ReasonDialog
          draft={`export:${String(id)}`}
          title={m.export_title()}
          label={m.export_person()}
          hint={m.reason_hint_owner()}
          act={save}
          send={(reason, onSuccess) => {
            save.mutate(
              { id, reason },
              {
                onSuccess: (data) => {
                  saveFile(`pardeh-account-${String(id)}.json`, JSON.stringify(data, null, 2), 'application/json');
                  onSuccess();
                },
              },
            );
          }}
          onClose={close}
        >
          <p>{m.export_text()}</p>
        </ReasonDialog>
      )}
      {eraseAt !== null && isRunning(eraseAt) && (
        <Button
          look="line"
          onClick={() => {
            setOpen('cancel');
          }}
        >
          {m.erase_cancel()}
        </Button>
      )}
      {open === 'cancel' && (
        <ReasonDialog
          draft={`erase-cancel:${String(id)}`}
          title={m.erase_cancel()}
          label={m.erase_cancel_do()}
          hint={m.reason_hint_owner()}
          act={cancel}
          send={(reason, onSuccess) => {
            cancel.mutate({ id, reason }, { onSuccess });
          }}
          onClose={close}
        >
          <p>{m.erase_cancel_text()}</p>
        </ReasonDialog>
      )}
      {open === 'erase' && <ErasureDialog id={id} onClose={close} />}
    </>
  );
}
