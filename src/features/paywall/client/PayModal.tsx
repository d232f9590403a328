import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { createBrowserPorts } from '../../payments/client/bank.ts';
import { createBill } from './bill.ts';
import { createDirectDebit, hasBank } from '../../direct-debit/client/direct-debit.ts';
import { closeModal, type ModalNamed } from '../../../platform/client/modal.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { StepUpPrompt, useStepUp } from '../../accounts/client/StepUpPrompt.tsx';
import { AddBank } from '../../direct-debit/client/AddBank.tsx';
import type { PaymentLine } from '../../payments/contract.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { DebitOutcome } from '../../direct-debit/client/DebitOutcome.tsx';
import css from '../../direct-debit/direct-debit.css?inline';
import money from '../../payments/client/money.css?inline';
import { PayNow } from './PayNow.tsx';
import { getMoneyErrorText } from '../../payments/client/money-error.ts';

type Props = Omit<ModalNamed<'pay'>, 'name'>;

/** Spec 2.43: pays an open payment, a plan or a title from a bank account. `forSubscription` offers renewal too. */
export function PayModal({ mobile, ...subject }: Props) {
  const stepUp = useStepUp();
  const { open: isConfirming } = useStore(stepUp.$stepUp);
  const [debits] = useState(() => createDirectDebit({ ...createBrowserPorts(), api: stepUp.api }));
  const [bills] = useState(() => createBill({ ...createBrowserPorts(), api: stepUp.api }, subject));
  const state = useStore(debits.$debit);
  const bill = useStore(bills.$bill);
  const { debit } = state;
  useStyles(css);
  useStyles(money);
  const purpose = { payment_id: subject.paymentId ?? null, forsubscription: subject.forSubscription ?? false };
  const load = () => {
    void debits.load();
    void bills.load();
  };
  useEffect(load, [debits, bills]);
  const loadError = bill.state === 'failed' ? bill.error : debit === null ? state.loadError : null;
  const isLoading = loadError === null && (bill.state === 'loading' || debit === null) && bill.state !== 'empty';
  return (
    <Dialog title={m.pay_title()} onClose={closeModal}>
      {isLoading && <p role="status">{m.debit_loading()}</p>}
      {loadError !== null && (
        <div role="alert">
          <p className="money-error">{getMoneyErrorText(loadError)}</p>
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
              <PayNow debit={debit} debits={debits} bill={bill} bills={bills} subject={subject} />
              <AddBank
                debit={debit}
                state={state}
                store={debits}
                isConfirming={isConfirming}
                mobile={mobile}
                purpose={purpose}
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
                purpose={purpose}
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

function BillLines({ lines, total }: { lines: readonly PaymentLine[]; total: number }) {
  return (
    <dl className="bill">
      {lines.map((line) => (
        <div key={`${line.kind} ${String(line.id)}`}>
          <dt>{nameIn(getLocale(), line)}</dt>
          <dd>{m.toman({ amount: formatNumber(line.total) })}</dd>
        </div>
      ))}
      <div>
        <dt>{m.pay_total()}</dt>
        <dd>
          <strong>{m.toman({ amount: formatNumber(total) })}</strong>
        </dd>
      </div>
    </dl>
  );
}
