import { getBankName } from '../bank-names.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { SavedBank } from './direct-debit.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';

interface Props {
  bank: SavedBank;
  isLast: boolean;
  onBack: () => void;
  onDelete: () => void;
}

/** Spec 2.42. */
export function DeleteBank({ bank, isLast, onBack, onDelete }: Props) {
  return (
    <Dialog title={m.debit_delete_title()} onClose={onBack}>
      <p>
        {m.debit_delete_text({ bank: getBankName(bank.bank, bank.bank_name) })} {isLast && m.debit_delete_last()}
      </p>
      <div className="debit-answers">
        <Button look="line" onClick={onBack}>
          {m.debit_back()}
        </Button>
        <Button onClick={onDelete}>{m.debit_delete()}</Button>
      </div>
    </Dialog>
  );
}
