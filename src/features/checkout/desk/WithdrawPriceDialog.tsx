import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Moment, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
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
  const draft = useDraft(`${isPrice ? 'unprice' : isWording ? 'untexts' : 'unsale'}:${String(change.id)}`, {
    reason: '',
  });
  const { reason } = draft.value;
  const [title, note] = isPrice
    ? [m.prices_withdraw_title(), m.prices_withdraw_note()]
    : isWording
      ? [m.plans_texts_withdraw_title(), m.plans_texts_withdraw_note()]
      : [m.plans_withdraw_title(), m.plans_withdraw_note()];
  const finish = () => {
    draft.clear();
    onClose();
  };
  const price = useAct(withdrawPlanPrice, [listPlanPrices], [listPlanPrices]);
  const texts = useAct(withdrawPlanTexts, [listPlanPrices], [listPlanPrices]);
  const sale = useAct(withdrawPlanSale, [listPlanPrices], [listPlanPrices]);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          const act = { id: change.plan_id, rev, reason };
          if (isPrice) price.mutate({ ...act, price: change.id }, { onSuccess: finish });
          else if (isWording) texts.mutate({ ...act, texts: change.id }, { onSuccess: finish });
          else sale.mutate({ ...act, sale: change.id }, { onSuccess: finish });
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
              : isWording
                ? ([[m.plans_texts(), <bdi key="texts">{nameIn(getLocale(), change)}</bdi>]] as const)
                : ([[m.plans_sale(), change.is_sold ? m.plans_sold() : m.plans_not_sold()]] as const)),
          ]}
        />
        <p>{note}</p>
        <DraftNote isStored={draft.isStored} clear={draft.clear} />
        <ReasonField
          value={reason}
          onChange={(text) => {
            draft.change({ reason: text });
          }}
        />
        <Refusal error={price.error ?? sale.error ?? texts.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={price.isPending || sale.isPending || texts.isPending}>
          {m.prices_withdraw()}
        </Button>
      </form>
    </Dialog>
  );
}
