import { useState } from 'react';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge, Facts, Moment, Toman, type Tone } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Empty, Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listPlanPrices, type ListedPrice, type PlanPrice, type PricedPlan } from '../prices-contract.ts';
import { AddPriceDialog } from './AddPriceDialog.tsx';
import { WithdrawPriceDialog } from './WithdrawPriceDialog.tsx';
import { describeOff, listCostFacts } from './cost-facts.tsx';

export function PlanPricesScreen() {
  const answer = useCall(listPlanPrices, {});
  const [changing, setChanging] = useState<number | null>(null);
  const [withdrawing, setWithdrawing] = useState<PlanPrice | null>(null);
  const mayWrite = usePermissions().includes('prices.write');
  const find = (id: number | undefined) => answer.data?.data.find((plan) => plan.id === id);
  const changed = find(changing ?? undefined);
  const withdrawn = find(withdrawing?.plan_id);
  return (
    <Screen title={m.prices_title()} note={m.prices_note()}>
      <Loaded answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>{m.prices_none()}</Empty>
          ) : (
            <div className="desk-stack">
              {data.map((plan) => (
                <PlanPanel
                  key={plan.id}
                  plan={plan}
                  change={mayWrite ? setChanging : null}
                  withdraw={mayWrite ? setWithdrawing : null}
                />
              ))}
              <CsvButton name="pardeh-prices" header={describeColumns()} getRows={() => data.flatMap(listCells)} />
            </div>
          )
        }
      </Loaded>
      {changed && (
        <AddPriceDialog
          plan={changed}
          onClose={() => {
            setChanging(null);
          }}
        />
      )}
      {withdrawing && withdrawn && (
        <WithdrawPriceDialog
          price={withdrawing}
          rev={withdrawn.rev}
          onClose={() => {
            setWithdrawing(null);
          }}
        />
      )}
    </Screen>
  );
}

const STATES: Record<ListedPrice['state'], readonly [Tone, () => string]> = {
  now: ['good', m.prices_state_now],
  planned: ['open', m.prices_state_planned],
  past: ['quiet', m.prices_state_past],
  withdrawn: ['quiet', m.prices_state_withdrawn],
};

interface PanelProps {
  plan: PricedPlan;
  change: ((id: number) => void) | null;
  withdraw: ((price: PlanPrice) => void) | null;
}

function PlanPanel({ plan, change, withdraw }: PanelProps) {
  return (
    <Panel
      title={nameIn(getLocale(), plan)}
      actions={
        change && (
          <Button
            look="line"
            onClick={() => {
              change(plan.id);
            }}
          >
            {m.prices_change()}
          </Button>
        )
      }
    >
      <Facts rows={listCostFacts(plan.now)} />
      <Table
        label={`${m.prices_history()} ${nameIn(getLocale(), plan)}`}
        rows={plan.prices}
        getKey={({ id }) => id}
        empty={m.prices_history_none()}
        columns={[
          { name: m.prices_from(), show: ({ starts_at: at }) => <Moment at={at} /> },
          { name: m.prices_list(), kind: 'number', show: ({ toman }) => <Toman value={toman} /> },
          { name: m.prices_off(), show: describeOff },
          {
            name: m.reason_label(),
            kind: 'wide',
            show: ({ operator, reason }) => (
              <span className="desk-words">
                {m.prices_by({ who: `\u2068${operator}\u2069`, why: `\u2068${reason}\u2069` })}
              </span>
            ),
          },
          {
            name: m.payment_state(),
            show: (price) => {
              const [tone, text] = STATES[price.state];
              return (
                <>
                  <Badge tone={tone}>{text()}</Badge>{' '}
                  {withdraw && price.state === 'planned' && (
                    <Button
                      look="link"
                      onClick={() => {
                        withdraw(price);
                      }}
                    >
                      {m.prices_withdraw()}
                    </Button>
                  )}
                </>
              );
            },
          },
        ]}
      />
    </Panel>
  );
}

const describeColumns = () => [
  ...[m.codes_plan(), m.prices_from(), m.prices_list(), m.prices_reduced(), m.codes_bonus(), m.payment_state()],
  ...[m.audit_who(), m.reason_label()],
];

const listCells = (plan: PricedPlan) =>
  plan.prices.map((price) => [
    ...[nameIn(getLocale(), plan), new Date(price.starts_at * 1000).toISOString(), price.toman],
    ...[price.discount_price ?? '', price.discount_day ?? '', STATES[price.state][1]()],
    ...[price.operator, price.reason],
  ]);
