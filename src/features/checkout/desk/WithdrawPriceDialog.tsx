import { useState } from 'react';
import { Moment, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { withdrawPlanSale } from '../plan-sales-contract.ts';
import { listPlanPrices, withdrawPlanPrice, type PlanPrice, type PlanSale } from '../prices-contract.ts';
import { describeOff } from './cost-facts.tsx';

interface Props {
  /** A price, or a change of the sale, that has not begun. */
  change: PlanPrice | PlanSale;
  rev: number;
  onClose: () => void;
}

export function WithdrawPriceDialog({ change, rev, onClose }: Props) {
  const [reason, setReason] = useState('');
  const price = useAct(withdrawPlanPrice, [listPlanPrices], [listPlanPrices]);
  const sale = useAct(withdrawPlanSale, [listPlanPrices], [listPlanPrices]);
  const isPrice = 'toman' in change;
  return (
    <Dialog title={isPrice ? m.prices_withdraw_title() : m.plans_withdraw_title()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          const act = { id: change.plan_id, rev, reason };
          if (isPrice) price.mutate({ ...act, price: change.id }, { onSuccess: onClose });
          else sale.mutate({ ...act, sale: change.id }, { onSuccess: onClose });
        }}
      >
        <Facts
          rows={[
            [m.prices_from(), <Moment key="from" at={change.starts_at} />],
            ...(isPrice
              ? ([
                  [m.prices_list(), <Toman key="list" value={change.toman} />],
                  [m.prices_off(), describeOff(change)],
                ] as const)
              : ([[m.plans_sale(), change.is_sold ? m.plans_sold() : m.plans_not_sold()]] as const)),
          ]}
        />
        <p>{isPrice ? m.prices_withdraw_note() : m.plans_withdraw_note()}</p>
        <ReasonField value={reason} onChange={setReason} />
        <Refusal error={price.error ?? sale.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={price.isPending || sale.isPending}>
          {m.prices_withdraw()}
        </Button>
      </form>
    </Dialog>
  );
}
