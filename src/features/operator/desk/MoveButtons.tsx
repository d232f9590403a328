import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { DeskPaymentPage } from '../desk-payments-contract.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { DebitDialog, isDebitHeld } from './DebitDialog.tsx';

/** Corrections of the ledger, from the page of an account or of a payment. */
export function MoveButtons({ userId, payment = null }: { userId: number; payment?: DeskPaymentPage | null }) {
  const [open, setOpen] = useState<'correction' | 'debit' | null>(null);
  const close = () => {
    setOpen(null);
  };
  if (!usePermissions().includes('ledger.correct')) return null;
  return (
    <>
      {payment && isDebitHeld(payment) && (
        <Button
          onClick={() => {
            setOpen('debit');
          }}
        >
          {m.debit_open()}
        </Button>
      )}
      <Button
        look="line"
        onClick={() => {
          setOpen('correction');
        }}
      >
        {m.move_open()}
      </Button>
      {open === 'debit' && payment && <DebitDialog payment={payment} onClose={close} />}
      {open === 'correction' && (
        <CorrectionDialog
          userId={userId}
          paymentId={payment?.id ?? null}
          {...(payment && payment.method !== 'wallet' && { from: `bank:${payment.method}` })}
          onClose={close}
        />
      )}
    </>
  );
}
