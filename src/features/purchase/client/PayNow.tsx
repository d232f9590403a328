import { formatMobile } from '../../../platform/text/mobile.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Bill, BillSubject, BillState } from './bill.ts';
import { usedBank, type Debit, type DirectDebit } from '../../direct-debit/client/direct-debit.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Switch } from '../../../platform/ui/Switch.tsx';
import { problemText } from '../../payments/client/problem-text.ts';

interface Props {
  debit: Debit;
  debits: DirectDebit;
  bill: BillState;
  bills: Bill;
  of: BillSubject;
}

/** The saved bank that pays, what has to be allowed for it, and the button. An open payment needs no allowance. */
export function PayNow({ debit, debits, bill, bills, of }: Props) {
  const { subscription, pay_anything: anything } = debit.configs;
  const used = usedBank(debit);
  const allowed = anything || of.paymentId !== undefined;
  return (
    <div className="money-form">
      {used && (
        <p>
          {m.pay_from({ bank: used.bank_name })} <bdi dir="ltr">{formatMobile(used.mobile)}</bdi>
        </p>
      )}
      {of.paymentId === undefined && (
        <Switch
          label={m.debit_anything()}
          note={m.pay_allow()}
          checked={anything}
          onChange={(event) => void debits.toggle('pay_anything', event.currentTarget.checked)}
        />
      )}
      {of.forSubscription === true && (
        <Switch
          label={m.debit_subscription()}
          checked={subscription}
          onChange={(event) => void debits.toggle('subscription', event.currentTarget.checked)}
        />
      )}
      {bill.problem !== null && (
        <p className="money-error" role="alert">
          {problemText(bill.problem)}
        </p>
      )}
      <Button disabled={!allowed} busy={bill.busy} onClick={() => void bills.pay()}>
        {m.pay_submit({ amount: formatNumber(bill.total) })}
      </Button>
    </div>
  );
}
