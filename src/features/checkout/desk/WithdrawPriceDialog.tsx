import { useState } from 'react';
import { Moment, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { listPlanPrices, withdrawPlanPrice, type PlanPrice } from '../prices-contract.ts';
import { describeOff } from './cost-facts.tsx';

export function WithdrawPriceDialog({ price, rev, onClose }: { price: PlanPrice; rev: number; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const withdraw = useAct(withdrawPlanPrice, [listPlanPrices], [listPlanPrices]);
  return (
    <Dialog title={m.prices_withdraw_title()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          withdraw.mutate({ id: price.plan_id, price: price.id, rev, reason }, { onSuccess: onClose });
        }}
      >
        <Facts
          rows={[
            [m.prices_from(), <Moment key="from" at={price.starts_at} />],
            [m.prices_list(), <Toman key="list" value={price.toman} />],
            [m.prices_off(), describeOff(price)],
          ]}
        />
        <p>{m.prices_withdraw_note()}</p>
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={withdraw.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={withdraw.isPending}>
          {m.prices_withdraw()}
        </Button>
      </form>
    </Dialog>
  );
}
