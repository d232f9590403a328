import { Moment, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { withdrawPlanSale, withdrawPlanTexts } from '../plan-sales-contract.ts';
import {
  listPlanPrices,
  withdrawPlanPrice,
  type PlanPrice,
  type PlanSale,
  type PlanWording,
} from '../prices-contract.ts';
import { describeOff } from './cost-facts.tsx';

interface Props {
  /** A price, or a change of the sale or of the texts, that has not begun. */
  change: PlanPrice | PlanSale | PlanWording;
  rev: number;
  onClose: () => void;
}

export function WithdrawPriceDialog({ change, rev, onClose }: Props) {
  const isPrice = 'toman' in change;
  const isWording = 'name_fa' in change;
  const [title, note] = isPrice
    ? [m.prices_withdraw_title(), m.prices_withdraw_note()]
    : isWording
      ? [m.plans_texts_withdraw_title(), m.plans_texts_withdraw_note()]
      : [m.plans_withdraw_title(), m.plans_withdraw_note()];
  const price = useAct(withdrawPlanPrice, [listPlanPrices], [listPlanPrices]);
  const texts = useAct(withdrawPlanTexts, [listPlanPrices], [listPlanPrices]);
  const sale = useAct(withdrawPlanSale, [listPlanPrices], [listPlanPrices]);
  return (
    <ReasonDialog
      draft={`${isPrice ? 'unprice' : isWording ? 'untexts' : 'unsale'}:${String(change.id)}`}
      title={title}
      label={m.prices_withdraw()}
      act={isPrice ? price : isWording ? texts : sale}
      send={(reason, onSuccess) => {
        const act = { id: change.plan_id, rev, reason };
        if (isPrice) price.mutate({ ...act, price: change.id }, { onSuccess });
        else if (isWording) texts.mutate({ ...act, texts: change.id }, { onSuccess });
        else sale.mutate({ ...act, sale: change.id }, { onSuccess });
      }}
      onClose={onClose}
    >
      <Facts
        rows={[
          [m.prices_from(), <Moment key="from" at={change.starts_at} />],
          ...(isPrice
            ? ([
                [m.prices_list(), <Toman key="list" value={change.toman} />],
                [m.prices_off(), describeOff(change)],
              ] as const)
            : isWording
              ? ([[m.plans_texts(), <bdi key="texts">{nameIn(getLocale(), change)}</bdi>]] as const)
              : ([[m.plans_sale(), change.is_sold ? m.plans_sold() : m.plans_not_sold()]] as const)),
        ]}
      />
      <p>{note}</p>
    </ReasonDialog>
  );
}
