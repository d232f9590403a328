import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { saveFile } from '../../../platform/desk/save-csv.ts';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { exportPerson } from '../erasures-contract.ts';
import { ErasureDialog } from './ErasureDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';

/** A person's data as a file, and erasing at their wish. */
export function ErasureButtons({ id, isCancelled }: { id: number; isCancelled: boolean }) {
  const permissions = usePermissions();
  const [open, setOpen] = useState<'export' | 'erase' | null>(null);
  const save = useAct(exportPerson);
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
      {open === 'erase' && <ErasureDialog id={id} onClose={close} />}
    </>
  );
}
