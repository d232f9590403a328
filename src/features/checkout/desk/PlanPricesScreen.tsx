import { useState } from 'react';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Empty, Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import {
  listPlanPrices,
  type ListedPrice,
  type ListedSale,
  type ListedWording,
  type PricedPlan,
} from '../prices-contract.ts';
import { AddPlanDialog } from './AddPlanDialog.tsx';
import { AddPriceDialog } from './AddPriceDialog.tsx';
import { namePriceState } from './end-columns.tsx';
import { PlanPanel, type PlanActs } from './PlanPanel.tsx';
import { PlanTextsDialog } from './PlanTextsDialog.tsx';
import { PlanSaleDialog } from './PlanSaleDialog.tsx';
import { TrialSection } from './TrialSection.tsx';
import { WithdrawPriceDialog } from './WithdrawPriceDialog.tsx';

type Act =
  | { kind: 'add' }
  | { kind: 'price'; id: number }
  | { kind: 'sale' | 'texts'; id: number }
  | { kind: 'withdraw'; id: number; change: ListedPrice | ListedSale | ListedWording };

export function PlanPricesScreen() {
  const answer = useCall(listPlanPrices, {});
  const [act, setAct] = useState<Act | null>(null);
  const mayWrite = usePermissions().includes('prices.write');
  const acts: PlanActs = {
    changePrice: (id) => {
      setAct({ kind: 'price', id });
    },
    changeSale: (id) => {
      setAct({ kind: 'sale', id });
    },
    changeTexts: (id) => {
      setAct({ kind: 'texts', id });
    },
    withdraw: (change) => {
      setAct({ kind: 'withdraw', id: change.plan_id, change });
    },
  };
  const close = () => {
    setAct(null);
  };
  const plan = act === null || act.kind === 'add' ? undefined : answer.data?.data.find(({ id }) => id === act.id);
  return (
    <Screen
      title={m.prices_title()}
      note={m.prices_note()}
      actions={
        mayWrite && (
          <Button
            onClick={() => {
              setAct({ kind: 'add' });
            }}
          >
            {m.plans_add()}
          </Button>
        )
      }
    >
      <div className="desk-stack">
        <Loaded answer={answer}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty>{m.prices_none()}</Empty>
            ) : (
              <div className="desk-stack">
                {data.map((one) => (
                  <PlanPanel key={one.id} plan={one} acts={mayWrite ? acts : null} />
                ))}
                <CsvButton name="pardeh-prices" header={describeColumns()} getRows={() => data.flatMap(listCells)} />
              </div>
            )
          }
        </Loaded>
        <TrialSection mayWrite={mayWrite} />
      </div>
      {act?.kind === 'add' && <AddPlanDialog onClose={close} />}
      {act?.kind === 'price' && plan && <AddPriceDialog plan={plan} onClose={close} />}
      {act?.kind === 'sale' && plan && <PlanSaleDialog plan={plan} onClose={close} />}
      {act?.kind === 'texts' && plan && <PlanTextsDialog plan={plan} onClose={close} />}
      {act?.kind === 'withdraw' && plan && <WithdrawPriceDialog change={act.change} rev={plan.rev} onClose={close} />}
    </Screen>
  );
}

const describeColumns = () => [
  ...[m.codes_plan(), m.prices_from(), m.prices_list(), m.prices_reduced(), m.codes_bonus(), m.payment_state()],
  ...[m.audit_who(), m.reason_label()],
];

const listCells = (plan: PricedPlan) =>
  plan.prices.map((price) => [
    ...[nameIn(getLocale(), plan), new Date(price.starts_at * 1000).toISOString(), price.toman],
    ...[price.discount_price ?? '', price.discount_day ?? '', namePriceState(price.state)],
    ...[price.operator, price.reason],
  ]);
