import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { m } from '../../i18n/paraglide/messages.js';
import { browserPorts } from '../../stores/bank.ts';
import { createBill } from '../../stores/bill.ts';
import { createDirectDebit, hasBank } from '../../stores/direct-debit.ts';
import { closeModal, type ModalOf } from '../../stores/modal.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useStyles } from '../../ui/use-styles.ts';
import { AddBank } from './AddBank.tsx';
import { BillLines } from './BillLines.tsx';
import { DebitOutcome } from './DebitOutcome.tsx';
import css from './direct-debit.css?inline';
import money from './money.css?inline';
import { PayNow } from './PayNow.tsx';
import { problemText } from './problem-text.ts';

type Props = Omit<ModalOf<'pay'>, 'name'>;

/**
 * Pays from a bank account (spec 2.43): an open payment, or a plan or title; by the number of the account, which is
 * asked for where no bank is saved. `forSubscription` offers to renew by the same way.
 */
export function PayModal({ mobile, ...of }: Props) {
  const [debits] = useState(() => createDirectDebit(browserPorts()));
  const [bills] = useState(() => createBill(browserPorts(), of));
  const state = useStore(debits.$debit);
  const bill = useStore(bills.$bill);
  const { debit } = state;
  useStyles(css);
  useStyles(money);
  const load = () => {
    void debits.load();
    void bills.load();
  };
  useEffect(load, [debits, bills]);
  const failure = bill.state === 'failed' ? bill.problem : debit === null ? state.failure : null;
  const loading = failure === null && (bill.state === 'loading' || debit === null) && bill.state !== 'empty';
  return (
    <Dialog title={m.pay_title()} onClose={closeModal}>
      {loading && <p role="status">{m.debit_loading()}</p>}
      {failure !== null && (
        <div role="alert">
          <p className="money-error">{problemText(failure)}</p>
          <Button look="link" onClick={load}>
            {m.modal_try_again()}
          </Button>
        </div>
      )}
      {bill.state === 'empty' && <p>{m.pay_nothing()}</p>}
      {bill.state === 'settled' && <p role="status">{m.pay_settled()}</p>}
      {bill.state === 'open' && debit !== null && (
        <>
          <BillLines lines={bill.lines} total={bill.total} />
          {hasBank(debit) ? (
            <PayNow debit={debit} debits={debits} bill={bill} bills={bills} of={of} />
          ) : (
            <>
              <p className="debit-note">{m.pay_consent_first()}</p>
              <AddBank
                debit={debit}
                state={state}
                store={debits}
                mobile={mobile}
                what={{ payment_id: of.paymentId ?? null, forsubscription: of.forSubscription ?? false }}
              />
            </>
          )}
          <DebitOutcome state={state} />
        </>
      )}
    </Dialog>
  );
}
