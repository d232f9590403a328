import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { browserPorts } from '../../payments/client/bank.ts';
import { createBill } from './bill.ts';
import { createDirectDebit, hasBank } from '../../direct-debit/client/direct-debit.ts';
import { closeModal, type ModalNamed } from '../../../platform/client/modal.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { StepUpPrompt, useStepUp } from '../../accounts/client/StepUpPrompt.tsx';
import { AddBank } from '../../direct-debit/client/AddBank.tsx';
import { BillLines } from './BillLines.tsx';
import { DebitOutcome } from '../../direct-debit/client/DebitOutcome.tsx';
import css from '../../direct-debit/direct-debit.css?inline';
import money from '../../payments/client/money.css?inline';
import { PayNow } from './PayNow.tsx';
import { problemText } from '../../payments/client/problem-text.ts';

type Props = Omit<ModalNamed<'pay'>, 'name'>;

/**
 * Pays from a bank account (spec 2.43): an open payment, or a plan or title; by the number of the account, which is
 * asked for where no bank is saved, and another can be added. `forSubscription` offers to renew by the same way.
 */
export function PayModal({ mobile, ...of }: Props) {
  const stepUp = useStepUp();
  const { open: isConfirming } = useStore(stepUp.$stepUp);
  const [debits] = useState(() => createDirectDebit({ ...browserPorts(), api: stepUp.api }));
  const [bills] = useState(() => createBill({ ...browserPorts(), api: stepUp.api }, of));
  const state = useStore(debits.$debit);
  const bill = useStore(bills.$bill);
  const { debit } = state;
  useStyles(css);
  useStyles(money);
  const addedFor = { payment_id: of.paymentId ?? null, forsubscription: of.forSubscription ?? false };
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
            <>
              <PayNow debit={debit} debits={debits} bill={bill} bills={bills} of={of} />
              <AddBank
                debit={debit}
                state={state}
                store={debits}
                isConfirming={isConfirming}
                mobile={mobile}
                what={addedFor}
              />
            </>
          ) : (
            <>
              <p className="debit-note">{m.pay_consent_first()}</p>
              <AddBank
                debit={debit}
                state={state}
                store={debits}
                isConfirming={isConfirming}
                mobile={mobile}
                what={addedFor}
              />
            </>
          )}
          <StepUpPrompt stepUp={stepUp} />
          <DebitOutcome state={state} />
        </>
      )}
    </Dialog>
  );
}
