import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { ChangeMobileDialog } from './ChangeMobileDialog.tsx';

export function ChangeMobileButton({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  if (!usePermissions().includes('people.mobile')) return null;
  return (
    <>
      <Button
        look="line"
        onClick={() => {
          setOpen(true);
        }}
      >
        {m.mobile_open()}
      </Button>
      {isOpen && (
        <ChangeMobileDialog
          id={id}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
