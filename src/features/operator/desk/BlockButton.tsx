import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import { UnblockDialog } from './UnblockDialog.tsx';

/** Of one account: the block, or its end. */
export function BlockButton({ id, isBlocked }: { id: number; isBlocked: boolean }) {
  const [open, setOpen] = useState<'block' | 'end' | null>(null);
  if (!usePermissions().includes('people.block')) return null;
  const close = () => {
    setOpen(null);
  };
  return (
    <>
      <Button
        look="line"
        onClick={() => {
          setOpen(isBlocked ? 'end' : 'block');
        }}
      >
        {isBlocked ? m.block_end_open() : m.block_open()}
      </Button>
      {open === 'block' && <BlockDialog id={id} onClose={close} />}
      {open === 'end' && <UnblockDialog id={id} onClose={close} />}
    </>
  );
}
