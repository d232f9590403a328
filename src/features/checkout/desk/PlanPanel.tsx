import { Badge, Facts, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { TrailLink } from '../../../platform/desk/TrailLink.tsx';
import { Table, type Column } from '../../../platform/desk/Table.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import type { ListedPrice, ListedSale, ListedWording, PricedPlan } from '../prices-contract.ts';
import { describeOff, listCostFacts } from './cost-facts.tsx';
import { buildEndColumns } from './end-columns.tsx';

/** Null to who may only read. */
export interface PlanActs {
  changePrice: (id: number) => void;
  changeSale: (id: number) => void;
  changeTexts: (id: number) => void;
  withdraw: (change: ListedPrice | ListedSale | ListedWording) => void;
}

export function PlanPanel({ plan, acts }: { plan: PricedPlan; acts: PlanActs | null }) {
  const name = nameIn(getLocale(), plan);
  return (
    <Panel
      title={name}
      actions={
        <>
          {acts && (
            <>
              <Button
                look="line"
                onClick={() => {
                  acts.changePrice(plan.id);
                }}
              >
                {m.prices_change()}
              </Button>
              <Button
                look="line"
                onClick={() => {
                  acts.changeSale(plan.id);
                }}
              >
                {plan.is_sold ? m.plans_stop() : m.plans_sell()}
              </Button>
              <Button
                look="line"
                onClick={() => {
                  acts.changeTexts(plan.id);
                }}
              >
                {m.plans_texts_open()}
              </Button>
            </>
          )}
          <TrailLink subject={`plan:${String(plan.id)}`} />
        </>
      }
    >
      <Facts
        rows={[
          [
            m.plans_sale(),
            <Badge key="sale" tone={plan.is_sold ? 'good' : 'quiet'}>
              {plan.is_sold ? m.plans_sold() : m.plans_not_sold()}
            </Badge>,
          ],
          ...listCostFacts(plan.now),
          ...(plan.streams === null ? [] : [[m.plans_streams(), formatNumber(plan.streams)] as const]),
        ]}
      />
      <Table
        label={`${m.prices_history()} ${name}`}
        rows={plan.prices}
        getKey={({ id }) => id}
        empty={m.prices_history_none()}
        columns={[
          FROM,
          { name: m.prices_list(), kind: 'number', show: ({ toman }) => <Toman value={toman} /> },
          { name: m.prices_off(), show: describeOff },
          ...buildEndColumns<ListedPrice>(acts?.withdraw ?? null),
        ]}
      />
      {plan.sales.length > 0 && (
        <Table
          label={`${m.plans_sales()} ${name}`}
          rows={plan.sales}
          getKey={({ id }) => id}
          empty={m.prices_history_none()}
          columns={[
            FROM,
            { name: m.plans_sale(), show: ({ is_sold: isSold }) => (isSold ? m.plans_sold() : m.plans_not_sold()) },
            ...buildEndColumns<ListedSale>(acts?.withdraw ?? null),
          ]}
        />
      )}
      {plan.texts.length > 0 && (
        <Table
          label={`${m.plans_texts()} ${name}`}
          rows={plan.texts}
          getKey={({ id }) => id}
          empty={m.prices_history_none()}
          columns={[
            FROM,
            { name: m.plans_texts(), show: (texts) => <bdi>{nameIn(getLocale(), texts)}</bdi> },
            ...buildEndColumns<ListedWording>(acts?.withdraw ?? null),
          ]}
        />
      )}
    </Panel>
  );
}

const FROM: Column<ListedPrice | ListedSale | ListedWording> = {
  name: m.prices_from(),
  show: ({ starts_at: at }) => <Moment at={at} />,
};
