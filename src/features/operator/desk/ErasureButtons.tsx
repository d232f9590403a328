import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { saveFile } from '../../../platform/desk/save-csv.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { exportPerson } from '../erasures-contract.ts';
import { ErasureDialog } from './ErasureDialog.tsx';

/** A person's data as a file, and erasing at their wish. */
export function ErasureButtons({ id, isCancelled }: { id: number; isCancelled: boolean }) {
  const permissions = usePermissions();
  const [isOpen, setOpen] = useState(false);
  const save = useAct(exportPerson);
  if (!permissions.includes('people.write')) return null;
  return (
    <>
      {permissions.includes('people.contact') && (
        <Button
          look="line"
          busy={save.isPending}
          onClick={() => {
            save.mutate(
              { id },
              {
                onSuccess: (data) => {
                  saveFile(`pardeh-account-${String(id)}.json`, JSON.stringify(data, null, 2), 'application/json');
                },
              },
            );
          }}
        >
          {m.export_person()}
        </Button>
      )}
      {!isCancelled && (
        <Button
          look="line"
          onClick={() => {
            setOpen(true);
          }}
        >
          {m.erase_open()}
        </Button>
      )}
      <Refusal error={save.error} />
      {isOpen && (
        <ErasureDialog
          id={id}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
