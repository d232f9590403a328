import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { EndRenewalDialog } from './EndRenewalDialog.tsx';

export function EndRenewalButton({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  if (!usePermissions().includes('people.write')) return null;
  return (
    <>
      <Button
        look="line"
        onClick={() => {
          setOpen(true);
        }}
      >
        {m.renewal_end_open()}
      </Button>
      {isOpen && (
        <EndRenewalDialog
          id={id}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
