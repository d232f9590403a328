import { formatMobile } from '../../../platform/text/mobile.ts';
import { formatDigits, formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Bill, BillSubject, BillState } from './bill.ts';
import { getUsedBank, type Debit, type DirectDebit } from '../../direct-debit/client/direct-debit.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Switch } from '../../../platform/ui/Switch.tsx';
import { getMoneyErrorText } from '../../payments/client/money-error.ts';

interface Props {
  debit: Debit;
  debits: DirectDebit;
  bill: BillState;
  bills: Bill;
  subject: BillSubject;
}

export function PayNow({ debit, debits, bill, bills, subject }: Props) {
  const { subscription, pay_anything: paysAnything } = debit.configs;
  const bankInUse = getUsedBank(debit);
  const canPay = paysAnything || subject.paymentId !== undefined;
  return (
    <div className="money-form">
      {bankInUse && (
        <p>
          {m.pay_from({ bank: bankInUse.bank_name })}{' '}
          <bdi dir="ltr">{formatDigits(formatMobile(bankInUse.mobile))}</bdi>
        </p>
      )}
      {subject.paymentId === undefined && (
        <Switch
          label={m.debit_anything()}
          note={m.pay_allow()}
          checked={paysAnything}
          onChange={(event) => void debits.toggle('pay_anything', event.currentTarget.checked)}
        />
      )}
      {subject.forSubscription === true && (
        <Switch
          label={m.debit_subscription()}
          checked={subscription}
          onChange={(event) => void debits.toggle('subscription', event.currentTarget.checked)}
        />
      )}
      {bill.error !== null && (
        <p className="money-error" role="alert">
          {getMoneyErrorText(bill.error)}
        </p>
      )}
      <Button disabled={!canPay} busy={bill.busy} onClick={() => void bills.pay()}>
        {m.pay_submit({ amount: formatNumber(bill.total) })}
      </Button>
    </div>
  );
}
